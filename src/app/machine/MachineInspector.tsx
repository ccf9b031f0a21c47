import { Waypoints } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import styles from '../design/Inspector.module.css';
import { InspectorHead } from '../design/InspectorHead';
import { PlanSetup } from '../design/PlanSetup';
import { RunFacts } from '../design/RunSummary';
import { Tabs } from '../parts/Tabs';
import { PinNote } from '../pins/PinNote';
import { StaleNote } from '../run/StaleNote';
import { useEditor, useScene, useSelection } from '../state/session';
import { StatusPill } from '../ui/StatusPill';
import { ContextTab } from './ContextTab';
import EventsTab from './EventsTab';
import { type MachineTab, machineTabs, showMachineTab } from './machineStore';
import { StateTab } from './StateTab';
import { endSimulation, simulations } from './simulation';
import { standingOf } from './standing';

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
  const state = useScene(({ graph }) => graph.nodes.find(({ key }) => key === chosen));
  const asked = useStore(machineTabs, ({ tab }) => tab);
  const light = useScene((scene) => scene.light);
  const simulation = useStore(simulations, ({ now }) => now);
  const before = useRef(chosen);
  const view = useScene((scene) => scene.view);
  const stands = useScene((scene) => scene.stands);
  const running = simulation !== null || stands !== null;
  useEffect(() => {
    // Who builds wants the form of what they choose; who simulates wants the events.
    if (before.current !== chosen && !running) showMachineTab(null);
    before.current = chosen;
  }, [chosen, running]);
  useEffect(() => {
    // A simulation is of the machine as it was: an edit of it, or another plan, ends it.
    if (simulation !== null && (simulation.plan !== machine || stands !== null)) endSimulation(editor);
  }, [simulation, machine, stands, editor]);
  if (machine === null) return null;
  const tab = asked ?? (running ? 'events' : chosen === null ? 'machine' : 'state');
  return (
    <>
      <InspectorHead
        icon={<Waypoints className={styles.planIcon} aria-hidden />}
        title={machine.name ?? machine.id}
        line={light === null ? `state machine · ${machine.id}` : standingOf(machine, light)}
        aside={view !== null && <StatusPill status={view.status} />}
      />
      {state !== undefined && <PinNote node={state} />}
      {chosen !== null && <StaleNote node={chosen} />}
      <Tabs<MachineTab> label="Machine" selected={tab} onSelect={showMachineTab} tabs={TABS}>
        <div className={styles.body}>
          {tab === 'events' && <EventsTab />}
          {tab === 'events' && view !== null && <RunFacts view={view} />}
          {tab === 'state' && <StateTab />}
          {tab === 'context' && <ContextTab />}
          {tab === 'machine' && <PlanSetup bare />}
        </div>
      </Tabs>
    </>
  );
}
