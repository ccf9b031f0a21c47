import { Plus, Waypoints } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { type Diagnostic, type Json, type JsonObject, jsonOf, ROOT } from '#base';
import { chooseTransition, freeEvent, type MachineStand, renameState } from '#editor';
import {
  type AnyTransition,
  allStates,
  findState,
  machinePartSchema,
  type State,
  splitPath,
  transitionsOf,
} from '#plan';
import { labelOfTransition, type StateCard, shortValue } from '#projection';
import styles from '../design/Inspector.module.css';
import { InspectorHead, MoreFields, NameField } from '../design/InspectorParts';
import { PlanSetup } from '../design/PlanSetup';
import { RunFacts } from '../design/RunSummary';
import { useExpressionScopeOf } from '../design/useSuggestionsOfPlan';
import { FieldAt, FieldMark, FieldPathContext, useFieldPath } from '../forms/FieldAt';
import { type Change, ExpressionScopeContext } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { TextInput } from '../forms/TextInput';
import { Select } from '../parts/Input';
import { EmptyNote } from '../parts/Panel';
import { Tabs } from '../parts/Tabs';
import { PinButtons, PinNote } from '../pins/PinNote';
import { GoOnButtons } from '../run/GoOnButtons';
import { StaleNote } from '../run/KeptResults';
import { useEditor, useProblems, useScene, useSelection, useSession } from '../state/session';
import { JsonView } from '../tables/JsonView';
import { Field } from '../ui/Field';
import { ProblemList } from '../ui/ProblemList';
import { StatusPill } from '../ui/StatusPill';
import EventsTab from './EventsTab';
import { stateChange } from './machineGestures';
import {
  endSimulation,
  type MachineTab,
  machineTabs,
  showMachineTab,
  simulations,
  standingOf,
} from './simulation';
import { StateField, TransitionSetup } from './TransitionSetup';

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

/** The form of the state, or of the transition, that is chosen on the canvas. */
export function StateTab() {
  const focus = useSelection((selection) => selection.focus);
  const edge = useSelection(({ edges }) => (edges.size === 1 ? [...edges][0] : undefined));
  const state = useScene(({ graph }) => graph.nodes.find(({ key }) => key === focus));
  const line = useScene(({ graph }) => graph.edges.find(({ key }) => key === edge));
  if (state?.type === 'STATE')
    return (
      <>
        <GoOnButtons ofState>
          <PinButtons node={state} />
        </GoOnButtons>
        <StateSetup key={state.key} card={state} />
      </>
    );
  if (line?.transition !== undefined)
    return <TransitionSetup key={`${line.transition.state}${line.transition.path}`} edge={line} />;
  return <EmptyNote>Choose a state or a transition on the canvas.</EmptyNote>;
}

const STATE = machinePartSchema('state');

/** Fields that not every kind of state makes use of. */
const OF_SOME = ['history', 'isTerminal', 'outcome', 'output', 'action', 'invoke'] as const;
const REST: readonly (keyof State)[] = [
  ...(['entry', 'initialActions', 'exit'] as const),
  ...(['tags', 'pause', 'choose', 'description'] as const),
];

/** The form of a state (E5): its names, its kind, what it does, and where it leads. */
export function StateSetup({ card }: { readonly card: StateCard }) {
  const { id, editor } = useSession();
  const machine = useScene((scene) => scene.machine);
  const disabled = useScene((scene) => scene.readOnly);
  const scope = useExpressionScopeOf();
  const problems = useOwnProblems(card.node.id);
  const { node, key } = card;
  const onChange = useMemo(() => stateChange(editor, key), [editor, key]);
  if (machine === null) return null;
  const form = {
    schema: STATE,
    value: jsonOf(node),
    mode: 'literal' as const,
    disabled,
    problems,
    onChange,
  };
  const inner = node.states ?? [];
  const isEnd = card.shape.kind === 'final' || node.isTerminal === true;
  const isHistory = card.shape.kind === 'history';
  const isUsed: { readonly [Field in (typeof OF_SOME)[number]]: boolean } = {
    history: isHistory,
    isTerminal: card.parent === null,
    outcome: isEnd,
    output: isEnd,
    action: !isEnd,
    invoke: !isEnd,
  };
  const rest = REST.filter((field) => field !== 'initialActions' || inner.length > 0 || field in node);
  // What the document says stands there, also where this kind of state makes no use of it.
  const ofIt = OF_SOME.filter((field) => isUsed[field] || field in node);
  return (
    <ExpressionScopeContext value={scope}>
      <FieldPathContext value={disabled ? '' : `${id}/${machine.id}${key}`}>
        {problems.length > 0 && (
          <div className={styles.problems}>
            <ProblemList diagnostics={problems} nameOf={() => ''} />
          </div>
        )}
        <NameField
          name={node.name}
          otherwise={node.id}
          disabled={disabled}
          onName={(name) => renameState(editor, key, name)}
        />
        <FieldAt of="id">
          <Field label="Id" hint="Transitions lead to it by this name; all of them follow when it changes.">
            {(ids) => (
              <TextInput
                {...ids}
                mono
                late
                disabled={disabled}
                value={node.id}
                onCommit={(next) => onChange(['id'], next.trim())}
              />
            )}
          </Field>
        </FieldAt>
        <SchemaForm {...form} only={['type', ...ofIt]} />
        {(((inner.length > 0 || node.type === 'compound') && card.shape.kind !== 'parallel') ||
          node.initial !== undefined) && (
          <StateField
            of="initial"
            in={STATE}
            value={node.initial}
            states={inner}
            none={<>The first, {inner[0]?.name ?? inner[0]?.id}</>}
            disabled={disabled}
            problems={problems}
            onChoose={(state) => onChange(['initial'], state)}
          />
        )}
        {(isHistory || node.target !== undefined) && <Target {...form} field="target" />}
        {((!isHistory && !isEnd) || node.defaultNext !== undefined) && (
          <Target {...form} field="defaultNext" />
        )}
        {(card.ports.length > 0 || transitionsOf(node).length > 0) && (
          <Transitions card={card} disabled={disabled} />
        )}
        <MoreFields
          title="Actions, tags, pause, choices"
          holds={rest}
          open={rest.some((field) => field in node)}
        >
          <SchemaForm {...form} only={rest} />
        </MoreFields>
      </FieldPathContext>
    </ExpressionScopeContext>
  );
}

interface TargetProps {
  readonly field: 'target' | 'defaultNext';
  readonly value: JsonObject;
  readonly disabled: boolean;
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** A state that it leads to without a transition of its own. */
function Target({ field, value, disabled, problems, onChange }: TargetProps) {
  const machine = useScene((scene) => scene.machine);
  const to = [value[field] ?? ''].flat()[0];
  return (
    <StateField
      of={field}
      in={STATE}
      value={typeof to === 'string' ? to : undefined}
      states={allStates(machine?.states ?? [])}
      none="Nowhere"
      disabled={disabled}
      problems={problems}
      onChoose={(state) => onChange([field], state)}
    />
  );
}

function textOf(target: string | string[] | undefined): string | undefined {
  return typeof target === 'string' ? target : target?.[0];
}

/** Where it leads, each a way to the form of that transition. */
function Transitions({ card, disabled }: { readonly card: StateCard; readonly disabled: boolean }) {
  const editor = useEditor();
  const machine = useScene((scene) => scene.machine);
  const path = useFieldPath();
  const nameOf = (id: string | undefined): string | undefined =>
    id === undefined || machine === null ? id : (findState(machine, id)?.state.name ?? id);
  const placed = transitionsOf(card.node);
  return (
    <fieldset className={styles.group} aria-label="Transitions">
      <h3>Transitions, the first that fits is taken</h3>
      {placed.length === 0 && <p className={styles.muted}>Nothing leads from here yet.</p>}
      <ul>
        {placed.map((one) => (
          <li key={one.path} className={styles.planRow}>
            <FieldMark at={path === '' ? '' : `${path}${splitPath(one.path).list}`}>
              <FieldMark at={path === '' ? '' : `${path}${one.path}`}>
                <button
                  type="button"
                  className={styles.planName}
                  onClick={() => chooseTransition(editor, card.node.id, one.path)}
                >
                  {labelOfTransition(one) || 'always'} → {nameOf(textOf(one.transition.target)) ?? 'stays'}
                </button>
              </FieldMark>
            </FieldMark>
          </li>
        ))}
      </ul>
      {!disabled && <AddTransition card={card} />}
    </fieldset>
  );
}

function useOwnProblems(state: string) {
  const all = useProblems((problems) => problems.diagnostics);
  const plan = useScene((scene) => scene.machine?.id);
  return useMemo(
    () => all.filter(({ where }) => where.node === state && where.plan === plan),
    [all, state, plan],
  );
}

/** The lists that a state may have, in words. */
const LISTS: Readonly<Record<string, string>> = {
  '/on': 'for an event',
  '/after': 'after a time',
  '/always': 'as soon as a condition holds',
  '/onDone': 'when what is inside is done',
};

/** Adds a transition of a kind; its form is shown at once. */
function AddTransition({ card }: { readonly card: StateCard }) {
  const editor = useEditor();
  const plan = useScene((scene) => scene.machine?.id ?? '');
  const invocations = card.node.invoke ?? [];
  const lists: readonly (readonly [string, string])[] = [
    ...Object.entries(LISTS).filter(([list]) => list !== '/onDone' || card.container),
    ...invocations.flatMap(({ capability, plan: inner, id }, index): (readonly [string, string])[] => {
      const what = capability ?? inner ?? id ?? `invocation ${index + 1}`;
      return [
        [`/invoke/${index}/onDone`, `when ${what} is done`],
        [`/invoke/${index}/onError`, `when ${what} has failed`],
      ];
    }),
  ];
  const add = (list: string): void => {
    const state = card.node.id;
    const done = editor.edit(
      { edit: 'add-transition', plan, state, list, transition: blank(list, card) },
      { label: 'Add transition' },
    );
    if (done.ok) chooseTransition(editor, state, `${list}/${countIn(card, list)}`);
  };
  return (
    <span className={styles.line}>
      <Plus aria-hidden className={styles.planIcon} />
      <Select
        aria-label="Add a transition"
        value=""
        onChange={({ target }) => target.value !== '' && add(target.value)}
      >
        <option value="">Add a transition…</option>
        {lists.map(([list, words]) => (
          <option key={list} value={list}>
            {words}
          </option>
        ))}
      </Select>
    </span>
  );
}

function blank(list: string, { node }: StateCard): AnyTransition {
  if (list === '/on') return { event: freeEvent(node) };
  return list === '/after' ? { delayMs: 1000 } : {};
}

function countIn({ node }: StateCard, list: string): number {
  const [, field, at, inner] = list.split('/');
  if (field === 'on' || field === 'after' || field === 'always' || field === 'onDone')
    return node[field]?.length ?? 0;
  const invocation = node.invoke?.[Number(at)];
  return (inner === 'onDone' ? invocation?.onDone : invocation?.onError)?.length ?? 0;
}
