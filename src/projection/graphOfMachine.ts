import { type Address, type Diagnostic, durationText, nodeOf, own, withCall, within } from '#base';
import {
  allStates,
  type Invocation,
  type LabelPlace,
  labelPlace,
  type Place,
  type PlacedTransition,
  type State,
  type StateMachinePlan,
  targetsOf,
  transitionsOf,
} from '#plan';
import { scopeOf, transitionKey } from './addresses';
import type { Graph, GraphEdge, StateCard } from './graph';
import {
  type CardProblems,
  type DrawnTransition,
  type MachineLight,
  NO_LIGHT,
  problemsOf,
  type RunningDelay,
  type StateKind,
} from './graph';
import type { NodeStatus, RunView } from './runView';
import { cutText } from './shortText';

/** What a machine looks like besides its document. */
interface MachineLook {
  /** Problems of the workspace; those of this plan's states become the `reason` of their cards. */
  readonly diagnostics?: readonly Diagnostic[];
  /** The document's layout of the plan: where labels were moved to. */
  readonly places?: Readonly<Record<string, Place>>;
  /** Where a simulation or a run stands; null draws the plan alone. */
  readonly light?: MachineLight | null;
}

interface Drawing {
  readonly plan: StateMachinePlan;
  readonly places: Readonly<Record<string, Place>>;
  readonly problems: ReadonlyMap<string, CardProblems>;
  readonly light: MachineLight | null;
  readonly nodes: StateCard[];
  readonly edges: GraphEdge[];
}

/**
 * A state machine as its author sees it, or as a run or a simulation stands in it: a card or box for each state, an edge
 * for each target of a transition, and one for each mark where a region begins. Parents come before what is in them.
 */
export function graphOfMachine(plan: StateMachinePlan, look: MachineLook = {}): Graph {
  const drawing: Drawing = {
    plan,
    places: look.places ?? {},
    problems: problemsOf(plan, look.diagnostics ?? [], null),
    light: look.light ?? null,
    nodes: [],
    edges: [],
  };
  drawStates(drawing, plan.states, null, plan.type === 'parallel');
  const drawn = new Set(drawing.nodes.map(({ key }) => key));
  drawTransitions(drawing, plan, null, drawn);
  drawInitial(drawing, plan, null, drawn);
  for (const { node } of [...drawing.nodes]) {
    drawTransitions(drawing, node, node.id, drawn);
    drawInitial(drawing, node, node.id, drawn);
    drawHistory(drawing, node, drawn);
  }
  return { nodes: drawing.nodes, edges: drawing.edges };
}

/** The key of a state; its address, but for the number of its round. */
function keyOf(id: string): Address {
  return `/${id}` as Address;
}

function drawStates(
  drawing: Drawing,
  states: readonly State[],
  parent: string | null,
  inParallel: boolean,
): void {
  for (const state of states) {
    const kind = kindOfState(state);
    const ends = kind === 'final' || kind === 'history' || state.isTerminal === true;
    drawing.nodes.push({
      key: keyOf(state.id),
      parent: parent === null ? null : keyOf(parent),
      node: state,
      type: 'STATE',
      title: titleOfState(state),
      line: stateLine(state, drawing.plan),
      address: keyOf(state.id),
      status: statusOf(state, drawing.light),
      mark: null,
      ...(drawing.problems.get(state.id) ?? { reason: null }),
      ports: ends ? [] : ['out'],
      hasInput: true,
      container: kind === 'compound' || kind === 'parallel',
      dynamic: false,
      progress: null,
      lane: null,
      rounds: null,
      subPlan: null,
      shape: {
        kind,
        region: inParallel && parent !== null && kind !== 'history',
        deep: state.history === 'deep',
        preview: previewOf(state, drawing.light ?? NO_LIGHT),
      },
    });
    drawStates(drawing, state.states ?? [], state.id, kind === 'parallel');
  }
}

/** D6: an active state reads running, one that was left succeeded; a final state that is reached has. */
function statusOf(state: State, light: MachineLight | null): NodeStatus | null {
  if (light === null) return null;
  const isFinal = kindOfState(state) === 'final' || state.isTerminal === true;
  if (light.active.has(state.id)) {
    if (!isFinal) return 'running';
    return state.outcome === 'failed' ? 'failed' : 'succeeded';
  }
  return light.left.has(state.id) ? 'succeeded' : 'pending';
}

function previewOf({ id }: State, { active, preview }: MachineLight): 'in' | 'out' | null {
  if (preview === null || preview.active.has(id) === active.has(id)) return null;
  return active.has(id) ? 'out' : 'in';
}

function drawTransitions(
  drawing: Drawing,
  of: State | StateMachinePlan,
  state: string | null,
  drawn: ReadonlySet<string>,
): void {
  for (const placed of transitionsOf(of)) {
    const targets = targetsOf(placed.transition).filter((id) => drawn.has(keyOf(id)));
    // Without a target it stays where it is; one of the machine itself is not drawn then.
    const ends =
      targets.length > 0 || placed.transition.target !== undefined ? targets : state === null ? [] : [state];
    for (const target of ends) drawing.edges.push(edgeOf(drawing, placed, state, target));
  }
}

function edgeOf(drawing: Drawing, placed: PlacedTransition, state: string | null, target: string): GraphEdge {
  const { light, places } = drawing;
  const key = transitionKey(state, placed.path);
  const transition: DrawnTransition = {
    state,
    path: placed.path,
    cause: placed.cause,
    label: labelOfTransition(placed),
    lit: light?.possible.has(key) ?? false,
    preview: light?.preview?.taken.has(key) ?? false,
    timer: light?.delays.get(key) ?? null,
    offset: offsetOf(places, labelPlace(state, placed.path, target)),
  };
  return {
    key: `${key}->${target}`,
    from: keyOf(state ?? target),
    port: 'out',
    to: keyOf(target),
    state: transition.preview ? 'live' : light?.taken.has(key) ? 'taken' : 'idle',
    implied: false,
    transition,
  };
}

function offsetOf(places: Drawing['places'], { state, name }: LabelPlace): DrawnTransition['offset'] {
  return own(own(places, state)?.labels ?? {}, name) ?? null;
}

/** The dot where a region begins: where it is not said, at its first state (M1). */
function drawInitial(
  drawing: Drawing,
  of: State | StateMachinePlan,
  state: string | null,
  drawn: ReadonlySet<string>,
): void {
  if (of.type === 'parallel' || of.type === 'history' || of.states === undefined) return;
  const initial = of.initial ?? of.states[0]?.id;
  if (initial === undefined || !drawn.has(keyOf(initial))) return;
  drawing.edges.push(markOf(state, '/initial', 'initial', initial, initial));
}

/** Where a history state leads while nothing is remembered. */
function drawHistory(drawing: Drawing, state: State, drawn: ReadonlySet<string>): void {
  if (state.type !== 'history') return;
  for (const target of targetsOf(state)) {
    if (drawn.has(keyOf(target)))
      drawing.edges.push(markOf(state.id, '/target', 'history', state.id, target));
  }
}

function markOf(
  state: string | null,
  path: string,
  cause: 'initial' | 'history',
  from: string,
  target: string,
): GraphEdge {
  return {
    key: `${transitionKey(state, path)}->${target}`,
    from: keyOf(from),
    port: 'out',
    to: keyOf(target),
    state: 'idle',
    implied: true,
    transition: { state, path, cause, label: '', lit: false, preview: false, timer: null, offset: null },
  };
}

const MOST_CHARACTERS = 80;

/** What a state is, also where its document leaves it to what is inside (M1). */
function kindOfState(state: State): StateKind {
  if (state.type !== undefined) return state.type;
  return (state.states?.length ?? 0) > 0 ? 'compound' : 'atomic';
}

/** What a state is called. */
function titleOfState({ id, name }: State): string {
  return name === undefined || name.trim() === '' ? id : name;
}

/** The one line that matters for a state: what it publishes, invokes, waits for, or how its regions end. */
function stateLine(state: State, plan: StateMachinePlan): string {
  return cutText(partsOf(state, plan).join(' · '), MOST_CHARACTERS);
}

function partsOf(state: State, plan: StateMachinePlan): readonly string[] {
  return [
    ...goalPart(state, plan),
    ...(state.pause === undefined ? [] : [pauseText(state.pause)]),
    ...(state.action === undefined ? [] : [actionText(state, plan)]),
    ...(state.invoke ?? []).map((invocation) => `invokes ${invokedBy(invocation)}`),
    ...(state.choose === undefined ? [] : ['a model chooses what is next']),
    ...kindPart(state),
    ...endPart(state, plan),
  ];
}

function goalPart({ id }: State, plan: StateMachinePlan): readonly string[] {
  const isInitial = id === (plan.initial ?? plan.states[0]?.id) && plan.type !== 'parallel';
  return isInitial && plan.onGoal !== undefined ? [`on goal: ${plan.onGoal}`] : [];
}

function pauseText({ reason, resumeOn }: NonNullable<State['pause']>): string {
  const until = resumeOn === undefined ? '' : ` until ${resumeOn}`;
  return `pauses${until}${reason === undefined ? '' : `: ${reason}`}`;
}

/** A responder without a capability or plan is a person who is asked (M2). */
function actionText({ action }: State, plan: StateMachinePlan): string {
  const event = action?.event ?? '';
  const responder = plan.responders?.find(({ request }) => request === event);
  const asks = responder !== undefined && responder.capability === undefined && responder.plan === undefined;
  return asks ? `asks ${responder.id}` : `publishes ${event}`;
}

function invokedBy({ capability, plan, id }: Invocation): string {
  return capability ?? plan ?? id ?? 'nothing';
}

function kindPart(state: State): readonly string[] {
  switch (kindOfState(state)) {
    case 'parallel':
      return [
        (state.states?.length ?? 0) === 2
          ? 'parallel, both regions must finish'
          : 'parallel, all regions must finish',
      ];
    case 'history':
      return [state.history === 'deep' ? 'deep history' : 'history'];
    default:
      return [];
  }
}

function endPart(state: State, plan: StateMachinePlan): readonly string[] {
  if (state.isTerminal !== true && state.type !== 'final') return [];
  const outcome = state.outcome === undefined ? [] : [`the plan has ${state.outcome}`];
  return state.output === undefined && outcome.length === 0 && state.isTerminal === true
    ? [plan.onGoal === undefined ? 'ends the plan' : 'answers the goal']
    : outcome;
}

const MOST_OF_CONDITION = 28;

/** What sets a transition off, in the words of its label: an event type, "after 30 s", "always", "done". */
export function causeText({
  cause,
  transition,
  path,
}: Pick<PlacedTransition, 'cause' | 'transition' | 'path'>): string {
  switch (cause) {
    case 'event':
      return 'event' in transition ? transition.event : '';
    case 'after':
      return `after ${delayText(transition)}`;
    case 'always':
      return transition.when === undefined ? 'always' : '';
    case 'done':
    case 'invokeDone':
      return `done${numberOf(path)}`;
    case 'invokeError':
      return `failed${numberOf(path)}`;
    case 'default':
      return 'next';
  }
}

/** Its label: the cause, and the condition in brackets. */
export function labelOfTransition(placed: PlacedTransition): string {
  const { when } = placed.transition;
  const condition = when === undefined ? '' : `[${cutText(when, MOST_OF_CONDITION)}]`;
  return [causeText(placed), condition, againOf(placed)].filter((text) => text !== '').join(' ');
}

/** What leads to the machine itself, and so to no state that is drawn. */
function againOf({ transition }: PlacedTransition): string {
  return 'restart' in transition && transition.restart ? '(begins again)' : '';
}

function delayText(transition: PlacedTransition['transition']): string {
  const named = 'delay' in transition ? transition.delay : undefined;
  const ms = 'delayMs' in transition ? transition.delayMs : undefined;
  return named ?? delayWords(ms ?? 0);
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** A delay is a round number as a rule: "5 s" and "24 h", not "5.0 s" and "24 h 0 min". */
function delayWords(ms: number): string {
  const unit = UNITS.find(([size]) => ms >= size && ms % size === 0);
  if (unit === undefined) return durationText(ms);
  const [size, word] = unit;
  return `${ms / size} ${word}`;
}

/** Of several invocations it says which: `/invoke/1/onDone/0` is "done 2". */
function numberOf(path: string): string {
  const index = Number(/^\/invoke\/(\d+)/.exec(path)?.[1] ?? 0);
  return index === 0 ? '' : ` ${index + 1}`;
}

/**
 * Where a run stands in a machine (M1), as far as it is drawn: its active states, those that were left, and the
 * transitions that wait for something.
 *
 * @param place of the machine: `''` for the run's own plan, else the address of its SUB_PLAN
 * @param now whether time goes on from what is shown: delays fill while it does
 */
export function lightOfRun(plan: StateMachinePlan, view: RunView, place: Address, now = false): MachineLight {
  const states = new Map<string, State>([...allStates(plan.states)].map((state) => [state.id, state]));
  const record = view.machines.get(place);
  const active = new Set((record?.active ?? []).map(nodeOf));
  const left = new Set<string>();
  for (const { address, status } of view.nodes.values()) {
    const id = nodeOf(address);
    if (scopeOf(address) !== place || !states.has(id)) continue;
    if (status === 'succeeded' || status === 'failed') left.add(id);
  }
  // A final state that was come to stays lit: it says how the machine has ended.
  for (const id of left) if (active.size === 0 && states.get(id)?.type === 'final') active.add(id);
  const waits = view.endedAt === null && record !== undefined;
  const possible = waits ? waitingIn(plan, states, active) : [];
  return {
    active,
    left: new Set([...left].filter((id) => !active.has(id))),
    taken: record?.taken ?? new Set(),
    possible: new Set(possible),
    delays: waits ? delaysIn(plan, view, place, record.active, now) : new Map(),
    preview: null,
  };
}

function waitingIn(
  plan: StateMachinePlan,
  states: ReadonlyMap<string, State>,
  active: ReadonlySet<string>,
): readonly string[] {
  const owners: readonly (readonly [string | null, State | StateMachinePlan])[] = [
    ...[...states].filter(([id]) => active.has(id)),
    [null, plan],
  ];
  return owners.flatMap(([id, owner]) =>
    transitionsOf(owner)
      .filter(
        ({ cause }) =>
          cause === 'event' || cause === 'after' || cause === 'invokeDone' || cause === 'invokeError',
      )
      .map(({ path }) => transitionKey(id, path)),
  );
}

/** The timers of delayed transitions: each began when its state was entered, the machine's own when it began. */
function delaysIn(
  plan: StateMachinePlan,
  view: RunView,
  place: Address,
  active: readonly Address[],
  now: boolean,
): ReadonlyMap<string, RunningDelay> {
  const began = view.nodes.get(place)?.startedAt ?? view.startedAt;
  const owners: readonly (readonly [string | null, Address, State | StateMachinePlan, number | null])[] = [
    [null, within(place, plan.id), plan, began],
    ...[...allStates(plan.states)].flatMap((state) => {
      const address = active.find((one) => nodeOf(one) === state.id);
      return address === undefined
        ? []
        : [[state.id, address, state, view.nodes.get(address)?.startedAt ?? null] as const];
    }),
  ];
  const delays = new Map<string, RunningDelay>();
  for (const [id, address, owner, from] of owners) {
    for (const [index] of (owner.after ?? []).entries()) {
      const timer = view.open.get(withCall(address, `after-${index}`));
      if (timer?.kind !== 'timer' || timer.purpose === 'until' || from === null) continue;
      const at = now ? null : Math.max(from, view.at ?? from);
      delays.set(transitionKey(id, `/after/${index}`), { from, until: from + timer.afterMs, at });
    }
  }
  return delays;
}
