import { Waypoints } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { type Json, ROOT } from '#base';
import type { MachineStand } from '#editor';
import { shortValue } from '#projection';
import styles from '../design/Inspector.module.css';
import { InspectorHead } from '../design/InspectorParts';
import { PlanSetup } from '../design/PlanSetup';
import { RunFacts } from '../design/RunSummary';
import { EmptyNote } from '../parts/Panel';
import { Tabs } from '../parts/Tabs';
import { PinNote } from '../pins/PinNote';
import { StaleNote } from '../run/StaleNote';
import { useEditor, useScene, useSelection } from '../state/session';
import { JsonView } from '../tables/JsonView';
import { StatusPill } from '../ui/StatusPill';
import EventsTab from './EventsTab';
import { type MachineTab, machineTabs, showMachineTab, standingOf } from './machineStore';
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

/** What the simulated machine knows: its variables, the data of its goal, and what its states have come to. */
export function ContextTab() {
  const now = useStore(simulations, (state) => state.now);
  const stands = useScene((scene) => scene.stands);
  if (stands !== null) return <LiveContext stands={stands} />;
  const standing = now?.steps[now.at]?.turn.standing;
  if (standing === undefined) {
    return <EmptyNote>Simulate the machine to see its variables and results.</EmptyNote>;
  }
  return (
    <>
      <VariablesOf values={[...standing.variables]} none="It has none." />
      <fieldset className={styles.group} aria-label="Results">
        <h3>Results</h3>
        <JsonView value={standing.results} />
      </fieldset>
      {standing.tags.length > 0 && (
        <fieldset className={styles.group} aria-label="Tags">
          <h3>Tags</h3>
          <p>{standing.tags.join(', ')}</p>
        </fieldset>
      )}
    </>
  );
}

interface VariablesProps {
  readonly values: readonly (readonly [id: string, value: Json])[];
  /** What is said where there are none. */
  readonly none: string;
}

function VariablesOf({ values, none }: VariablesProps) {
  return (
    <fieldset className={styles.group} aria-label="Variables of the machine">
      <h3>Variables</h3>
      {values.length === 0 && <p className={styles.muted}>{none}</p>}
      <dl className={styles.facts}>
        {values.map(([id, value]) => (
          <div key={id} className={styles.fact}>
            <dt>{id}</dt>
            <dd>{shortValue(value)}</dd>
          </div>
        ))}
      </dl>
    </fieldset>
  );
}

function LiveContext({ stands: { view, place } }: { readonly stands: MachineStand }) {
  return (
    <>
      {place === ROOT && (
        <VariablesOf
          values={[...view.variables].map(([id, { value }]) => [id, value])}
          none="Nothing has been written yet."
        />
      )}
      <fieldset className={styles.group} aria-label="Results">
        <h3>Results</h3>
        <JsonView value={view.machines.get(place)?.results ?? {}} />
      </fieldset>
    </>
  );
}
