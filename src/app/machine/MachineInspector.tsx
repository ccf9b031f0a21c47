import { Waypoints } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import styles from '../design/Inspector.module.css';
import { InspectorHead } from '../design/InspectorHead';
import { PlanSetup } from '../design/PlanSetup';
import { Tabs } from '../parts/Tabs';
import { useEditor, useScene, useSelection } from '../state/session';
import { ContextTab } from './ContextTab';
import { EventsTab } from './EventsTab';
import { type MachineTab, machineTabs, showMachineTab } from './machineStore';
import { StateTab } from './StateTab';
import { endSimulation, simulations } from './simulation';

const TABS: readonly { readonly id: MachineTab; readonly label: string }[] = [
  { id: 'events', label: 'Events' },
  { id: 'state', label: 'State' },
  { id: 'context', label: 'Context' },
  { id: 'machine', label: 'Machine' },
];

/** A state machine: what may happen next, what is chosen, what it knows, and the machine itself. */
export default function MachineInspector() {
  const editor = useEditor();
  const machine = useScene((scene) => scene.machine);
  const chosen = useSelection(({ focus, edges }) => focus ?? [...edges][0] ?? null);
  const asked = useStore(machineTabs, ({ tab }) => tab);
  const simulation = useStore(simulations, ({ now }) => now);
  const before = useRef(chosen);
  const running = simulation !== null;
  useEffect(() => {
    // Who builds wants the form of what they choose; who simulates wants the events.
    if (before.current !== chosen && !running) showMachineTab(null);
    before.current = chosen;
  }, [chosen, running]);
  useEffect(() => {
    // A simulation is of the machine as it was: an edit of it, or another plan, ends it.
    if (simulation !== null && simulation.plan !== machine) endSimulation(editor);
  }, [simulation, machine, editor]);
  if (machine === null) return null;
  const tab = asked ?? (running ? 'events' : chosen === null ? 'machine' : 'state');
  return (
    <>
      <InspectorHead
        icon={<Waypoints className={styles.planIcon} aria-hidden />}
        title={machine.name ?? machine.id}
        line={running ? standsIn(simulation) : `state machine · ${machine.id}`}
      />
      <Tabs<MachineTab> label="Machine" selected={tab} onSelect={showMachineTab} tabs={TABS}>
        <div className={styles.body}>
          {tab === 'events' && <EventsTab />}
          {tab === 'state' && <StateTab />}
          {tab === 'context' && <ContextTab />}
          {tab === 'machine' && <PlanSetup bare />}
        </div>
      </Tabs>
    </>
  );
}

/** The innermost active states: "in summarising, checking". */
function standsIn(simulation: NonNullable<ReturnType<typeof simulations.getState>['now']>): string {
  const { standing } = simulation.steps[simulation.at]?.turn ?? {};
  const active = standing?.configuration ?? [];
  const holders = new Set(
    active.flatMap((id) => simulation.machine.nodes.get(id)?.states ?? []).map(({ id }) => id),
  );
  const outer = new Set(
    active.filter((id) =>
      (simulation.machine.nodes.get(id)?.states ?? []).some((one) => active.includes(one.id)),
    ),
  );
  const inner = active.filter((id) => !outer.has(id) || !holders.size);
  if (standing?.status !== 'active') return `simulated, ${standing?.status ?? ''}`;
  return `simulated, in ${inner.join(', ')}`;
}
