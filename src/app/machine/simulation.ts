import { createStore } from 'zustand/vanilla';
import { type Diagnostic, durationText, type Json, type JsonObject } from '#base';
import {
  type CompiledMachine,
  compileMachine,
  type MachineEffect,
  type MachineEvent,
  type MachineTurn,
  type PossibleEvent,
  possibleEvents,
  sendToMachine,
  startMachine,
} from '#compile';
import type { Editor } from '#editor';
import { allStates, findState, type StateMachinePlan, transitionsOf } from '#plan';
import { causeText, type MachineLight, shortValue, transitionKey } from '#projection';
import { whenDrawn } from '../state/canvas';
import { openDialog } from '../state/dialogs';
import { layoutStore, PHONE, useMedia } from '../state/layout';
import type { Session } from '../state/session';

/** One line of the log: an event, and where the machine stood after it. */
export interface SimulationStep {
  /** Empty of the first: it began. */
  readonly label: string;
  readonly turn: MachineTurn;
  /** All states that were active until then. */
  readonly seen: ReadonlySet<string>;
}

/** A simulation of the open machine (M7): nothing that its effects ask for is done. */
export interface Simulation {
  readonly plan: StateMachinePlan;
  readonly machine: CompiledMachine;
  readonly steps: readonly SimulationStep[];
  /** Which of them is shown; the later ones stay until another event is sent. */
  readonly at: number;
  readonly guards: Readonly<Record<string, boolean>>;
  /** The event that is looked at. */
  readonly looked: PossibleEvent | null;
}

interface SimulationState {
  readonly now: Simulation | null;
  readonly problems: readonly Diagnostic[];
}

export const simulations = createStore<SimulationState>(() => ({ now: null, problems: [] }));

/** Begins anew, with these inputs; it goes with the workspace. */
export function simulate({ editor, closed }: Session, variables: JsonObject, goalData: Json): void {
  closed.addEventListener('abort', () => endSimulation(editor), { once: true });
  const { machine: plan } = editor.scene.getState();
  if (plan === null) return;
  const compiled = compileMachine(plan);
  if (!compiled.ok) {
    simulations.setState({ now: null, problems: compiled.problem });
    return;
  }
  const guards = simulations.getState().now?.guards ?? {};
  const turn = startMachine(compiled.value, { variables, goalData, guards });
  const step: SimulationStep = { label: '', turn, seen: new Set(turn.standing.configuration) };
  put(editor, { plan, machine: compiled.value, steps: [step], at: 0, guards, looked: null });
}

/** The values that inputs have where nobody gives another. */
export function defaultsOf(
  variables: readonly { readonly id: string; readonly default?: Json | undefined }[],
): JsonObject {
  return Object.fromEntries(
    variables.flatMap(({ id, default: usual }) => (usual === undefined ? [] : [[id, usual]])),
  );
}

/** Ends it: the canvas shows the plan alone. */
export function endSimulation(editor: Editor): void {
  simulations.setState({ now: null, problems: [] });
  editor.light.setState({ planId: null, light: null, preview: null });
}

/** Sends an event to where the machine is shown; what was sent after that goes. */
export function send(editor: Editor, event: MachineEvent, label: string): void {
  const { now } = simulations.getState();
  const from = now?.steps[now.at];
  if (!now || !from) return;
  const turn = sendToMachine(now.machine, from.turn.standing, event, now.guards);
  const seen = new Set([...from.seen, ...turn.standing.configuration]);
  const steps = [...now.steps.slice(0, now.at + 1), { label, turn, seen }];
  put(editor, { ...now, steps, at: steps.length - 1, looked: null });
}

/** Sends what may happen next. */
export function take(editor: Editor, possible: PossibleEvent): void {
  const { now } = simulations.getState();
  if (now) send(editor, eventOf(possible), labelOfEvent(now.plan, possible));
}

/** Goes back, or forward again, to a line of the log. */
export function goToStep(editor: Editor, at: number): void {
  const { now } = simulations.getState();
  if (now && at >= 0 && at < now.steps.length) put(editor, { ...now, at, looked: null });
}

/** Shows on the canvas what an event would lead to; null shows where the machine stands. */
export function look(editor: Editor, looked: PossibleEvent | null): void {
  const { now } = simulations.getState();
  if (now && now.looked !== looked) put(editor, { ...now, looked });
}

/** Answers a guard that is only a name; undefined asks again. */
export function answerGuard(editor: Editor, name: string, answer: boolean | undefined): void {
  const { now } = simulations.getState();
  if (!now) return;
  const { [name]: _old, ...rest } = now.guards;
  put(editor, { ...now, guards: answer === undefined ? rest : { ...rest, [name]: answer } });
}

/** What may happen next, where it is shown. */
export function possibleNow({ machine, steps, at, guards }: Simulation): readonly PossibleEvent[] {
  const step = steps[at];
  return step === undefined ? [] : possibleEvents(machine, step.turn.standing, guards);
}

/** What the machine would do with an event. */
export function eventOf({ kind, event, state }: PossibleEvent): MachineEvent {
  switch (kind) {
    case 'timer':
      return { kind: 'timer', id: event };
    case 'done':
      return { kind: 'done', state, id: event, output: null };
    case 'failed':
      return { kind: 'failed', state, id: event, error: { code: 'SIMULATED', message: 'Failed as asked.' } };
    default:
      return { kind: 'user', type: event, data: null };
  }
}

function put(editor: Editor, now: Simulation): void {
  simulations.setState({ now, problems: [] });
  editor.light.setState({ planId: now.plan.id, light: lightOf(now), preview: null });
}

function lightOf(now: Simulation): MachineLight | null {
  const step = now.steps[now.at];
  if (step === undefined) return null;
  const { standing } = step.turn;
  const active = new Set(standing.configuration);
  const possible = possibleNow(now).filter(({ enabled }) => enabled !== false);
  return {
    active,
    left: new Set([...step.seen].filter((id) => !active.has(id))),
    taken: new Set(now.steps.slice(0, now.at + 1).flatMap(({ turn }) => takenBy(turn))),
    possible: new Set(possible.map(({ state, path }) => transitionKey(state, path))),
    // No time passes in a simulation.
    delays: new Map(),
    preview: now.looked === null ? null : previewOf(now, step, now.looked),
  };
}

function previewOf({ machine, guards }: Simulation, { turn }: SimulationStep, looked: PossibleEvent) {
  const next = sendToMachine(machine, turn.standing, eventOf(looked), guards);
  return {
    active: new Set(next.standing.configuration),
    taken: new Set(takenBy(next)),
  };
}

function takenBy({ effects }: MachineTurn): readonly string[] {
  return effects.flatMap((effect) =>
    effect.kind === 'taken' ? [transitionKey(effect.state, effect.path)] : [],
  );
}

/** What is worth a line under an event: what the machine asked for, and what it wrote. */
export function deedsOf(effects: readonly MachineEffect[]): readonly MachineEffect[] {
  return effects.filter(({ kind }) => !SILENT.has(kind));
}

const SILENT: ReadonlySet<MachineEffect['kind']> = new Set([
  'left',
  'entered',
  'taken',
  'untimer',
  'unpublish',
  'stop',
]);

/** U: an event that can be sent is called by its type; a timer by its delay, the end of an invocation by what ends. */
export function labelOfEvent(plan: StateMachinePlan, { kind, event, state, path }: PossibleEvent): string {
  if (kind === 'user' || kind === 'response') return event;
  const owner = state === null ? plan : findState(plan, state)?.state;
  if (owner === undefined) return event;
  if (kind === 'timer') {
    const placed = transitionsOf(owner).find((one) => one.path === path);
    return placed === undefined ? event : causeText(placed);
  }
  const invocation = owner.invoke?.[Number(path.split('/')[2])];
  const what = invocation?.capability ?? invocation?.plan ?? event;
  return `${what} ${kind === 'done' ? 'done' : 'failed'}`;
}

/** What a machine would have done, in one line. */
export function deedText(effect: MachineEffect): string {
  switch (effect.kind) {
    case 'publish':
      return `would publish ${effect.event}`;
    case 'invoke':
      return `would invoke ${effect.capability ?? effect.plan ?? effect.id}`;
    case 'call':
      return `would call ${effect.capability}`;
    case 'send':
      return `would send ${effect.event} to ${effect.to}`;
    case 'emit':
      return `would emit ${effect.event}`;
    case 'log':
      return `logs ${shortValue(effect.message)}`;
    case 'timer':
      return `waits ${durationText(effect.delayMs)}`;
    case 'assigned':
      return `${effect.variable} = ${shortValue(effect.value)}`;
    case 'result':
      return `results.${effect.state} = ${shortValue(effect.value)}`;
    case 'pause':
      return `pauses${effect.reason === null ? '' : `: ${effect.reason}`}`;
    case 'done':
      return `ends ${effect.outcome}: ${shortValue(effect.output)}`;
    default:
      return effect.kind;
  }
}

/** How events are looked at and sent here: a finger cannot hover. */
export function useEventWords(): string {
  return useMedia('(hover: none)') ? 'Tap one to send it.' : 'Hover to preview, click to send.';
}

export type MachineTab = 'events' | 'state' | 'context' | 'machine';

/** Which tab of the machine's panel is shown; null follows what is chosen on the canvas. */
export const machineTabs = createStore<{ readonly tab: MachineTab | null }>(() => ({ tab: null }));

/** Whether a guard is to be answered as soon as its field is there. */
export const guardAsked = createStore<{ readonly asked: boolean }>(() => ({ asked: false }));

export function showMachineTab(tab: MachineTab | null): void {
  machineTabs.setState({ tab });
}

/** Where a machine stands, by its innermost active states: "in summarising, checking". */
export function standingOf(machine: StateMachinePlan, { active }: MachineLight): string {
  const inner = [...allStates(machine.states)].filter(
    ({ id, states = [] }) => active.has(id) && !states.some((one) => active.has(one.id)),
  );
  return inner.length === 0 ? 'ended' : `in ${inner.map(({ id, name }) => name ?? id).join(', ')}`;
}

const NAMED = /\bguard\(\s*(?:"([^"]+)"|'([^']+)')/g;

/** The guards that conditions name and the plan gives no meaning, each once, in document order. */
export function askedGuards(plan: StateMachinePlan): readonly string[] {
  const known = new Set((plan.guards ?? []).map(({ name }) => name));
  const names = [plan, ...allStates(plan.states)]
    .flatMap((owner) => transitionsOf(owner))
    .flatMap(({ transition }) => [...(transition.when ?? '').matchAll(NAMED)])
    .map(([, one, other]) => one ?? other ?? '');
  return [...new Set(names)].filter((name) => !known.has(name));
}

/** Leads to where a guard that is only a name is answered: a simulation of its machine, which asks for it (M7). */
export function answerByHand(session: Session, planId: string): void {
  const { editor } = session;
  editor.showRun(null);
  if (editor.view.getState().planId !== planId) editor.openPlan(planId);
  whenDrawn(() => {
    const { machine } = editor.scene.getState();
    if (machine === null) return;
    if (simulations.getState().now?.plan !== machine) simulate(session, defaultsOf(machine.variables), null);
    editor.select([]);
    layoutStore.setState({ inspectorOpen: true, inspectorTab: 'setup' });
    showMachineTab('events');
    guardAsked.setState({ asked: true });
    if (matchMedia(PHONE).matches) openDialog({ kind: 'panel', panel: 'inspector' });
  });
}
