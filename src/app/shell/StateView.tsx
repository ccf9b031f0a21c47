import { useMemo } from 'react';
import { MachineView } from '#canvas';
import { compile, machineGraph } from '#compile';
import { arrangeMachine } from '#layout';
import { EmptyNote } from '../parts/EmptyNote';
import { useScene } from '../state/session';
import { ProblemList } from '../ui/ProblemList';
import styles from './Centre.module.css';
import { litMachine } from './litMachine';

/** The machine that the open plan is compiled to (C3), to look at; during a run the states that it is in are lit. */
export default function StateView() {
  const nodes = useScene((scene) => scene.graph);
  const view = useScene((scene) => scene.view);
  const plan = useScene((scene) => scene.plan);
  const isMachine = useScene((scene) => scene.machine !== null);
  const compiled = useMemo(() => (plan === null ? null : compile(plan)), [plan]);
  const drawn = useMemo(() => {
    if (!compiled?.ok) return null;
    const graph = machineGraph(compiled.value);
    return { graph, rects: arrangeMachine(graph.states, graph.transitions) };
  }, [compiled]);
  const lit = useMemo(() => drawn && litMachine(drawn.graph, nodes, view), [drawn, nodes, view]);
  if (compiled === null) {
    return (
      <EmptyNote>
        {isMachine ? 'This plan is a state machine already: see the canvas.' : 'There is no plan to compile.'}
      </EmptyNote>
    );
  }
  if (!compiled.ok) {
    return (
      <div className={styles.refused}>
        <p>The plan has errors, so there is no machine of it yet:</p>
        <ProblemList diagnostics={compiled.problem} />
      </div>
    );
  }
  return (
    <div className={styles.surface}>{drawn && lit && <MachineView graph={lit} rects={drawn.rects} />}</div>
  );
}
