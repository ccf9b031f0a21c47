import { useMemo } from 'react';
import { MachineView } from '#canvas';
import { compile, type MachineGraph, machineGraph } from '#compile';
import { arrangeMachine } from '#layout';
import type { Graph, GraphNode, NodeStatus, RunView } from '#projection';
import { EmptyNote } from '../parts/Panel';
import { useScene } from '../state/session';
import { ProblemList } from '../ui/ProblemList';
import styles from './Centre.module.css';

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

/** A machine as a run is in it: what `MachineView` draws. */
export interface LitMachine {
  readonly states: readonly (MachineGraph['states'][number] & { readonly active: boolean })[];
  readonly transitions: readonly (MachineGraph['transitions'][number] & { readonly lit: boolean })[];
}

/** Statuses in which a token is in the state. */
const ACTIVE: ReadonlySet<NodeStatus> = new Set(['running', 'waiting', 'paused', 'retrying', 'uncertain']);

/**
 * Lights the states that the shown position of a run is in, with all that they lie in, and the transitions that lead
 * out of them (C3). A run that is over stands in the final state of the whole.
 */
export function litMachine(machine: MachineGraph, graph: Graph, view: RunView | null): LitMachine {
  const active = view === null ? new Set<string>() : activeIn(machine, graph, view);
  const statuses = statusesOf(machine, graph);
  return {
    states: machine.states.map((state) => {
      const isActive = active.has(state.key);
      const status = statuses.get(state.key);
      const line = isActive && status ? `${status} · ${state.line}` : state.line;
      return { ...state, line, active: isActive };
    }),
    transitions: machine.transitions.map((one) => ({ ...one, lit: active.has(one.from) })),
  };
}

function activeIn(machine: MachineGraph, graph: Graph, view: RunView): ReadonlySet<string> {
  if (view.status === 'completed') {
    return new Set(
      machine.states.filter(({ kind, parent }) => kind === 'final' && parent === null).map(({ key }) => key),
    );
  }
  const active = new Set<string>();
  const parents = new Map(machine.states.map(({ key, parent }) => [key, parent]));
  for (const [key, status] of statusesOf(machine, graph)) {
    if (!ACTIVE.has(status)) continue;
    for (let at: string | null = key; at !== null; at = parents.get(at) ?? null) active.add(at);
  }
  return active;
}

/** The status of the node behind each state. */
function statusesOf(machine: MachineGraph, graph: Graph): ReadonlyMap<string, NodeStatus> {
  const byKey = new Map<string, GraphNode>(graph.nodes.map((node) => [node.key, node]));
  const byId = new Map<string, GraphNode>();
  // Ids are unique among what the author drew; steps of a run may use them again.
  for (const node of graph.nodes) if (!node.dynamic && !byId.has(node.node.id)) byId.set(node.node.id, node);
  const statuses = new Map<string, NodeStatus>();
  for (const { key, node } of machine.states) {
    const drawn = byKey.get(key) ?? (node === null ? undefined : byId.get(node));
    if (drawn?.status) statuses.set(key, drawn.status);
  }
  return statuses;
}
