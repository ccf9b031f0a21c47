import {
  type Address,
  err,
  isJsonObject,
  type Json,
  type JsonObject,
  ok,
  PersistentMap,
  present,
  type Result,
  ROOT,
  withIndex,
  within,
} from '#base';
import { compileAlone, possibleEvents, settleNode } from '#compile';
import {
  compileTemplate,
  fill,
  fillText,
  type NodeOf,
  type PlanNode,
  type Responder,
  type StateMachinePlan,
  transitionsOf,
} from '#plan';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../frame';
import { failNode, succeedNode } from '../node';
import { applyTurn, cancelFrame, openFrame, orderOf, ROOT_FRAME } from '../scopes/scope';
import { failFrame } from '../scopes/unwinding';
import { noteWrites, originsAt } from '../taint';
import { isVariable, writesIn, writeVariable } from '../variables';
import type { Activity, MachineRun, Purpose, Signal } from '../work';
import {
  changeMachine,
  type EffectOf,
  isMade,
  machineAt,
  machineOf,
  orderOfState,
  startedMachine,
  stateAddress,
  stateOf,
} from './machine';

/** What is to go on in a state. */
interface Begin {
  readonly state: string | null;
  readonly purpose: Purpose;
  /** Its node, whose expressions see the names given here and no others. */
  readonly node: PlanNode;
  readonly given: JsonObject;
  readonly ports?: readonly string[];
}

/** K11: the node of a state's action has the state's own address, invocations lie below it. */
function nameOfAction(draft: Draft, ref: NodeRef, state: string): string {
  return withIndex(state as Address, machineOf(draft, ref).rounds[state] ?? 0);
}

/**
 * Begins an activity: its node becomes ready in a scope of its own, so that gate, budget, retries, timeouts and the
 * record apply to it as to any node of a plan (R19, K10, L2, K8).
 */
export function beginActivity(draft: Draft, ref: NodeRef, begin: Begin): void {
  const run = machineOf(draft, ref);
  const { plan } = startedMachine(draft, ref);
  const isAction = begin.purpose.kind === 'action' || begin.purpose.kind === 'told';
  // A plan that answers opens its scope below the state, as an invoked one does.
  const isOwn = isAction && begin.node.type !== 'SUB_PLAN';
  const address = isOwn ? run.place : stateAddress(run, begin.state);
  const frame = `machine:${within(address, begin.node.id)}`;
  const order = orderOfState(plan, begin.state);
  const { state, purpose, node, ports = [] } = begin;
  const activity: Activity = { frame, state, purpose, node, ports, order, serial: draft.serial++, inbox: [] };
  changeMachine(draft, ref, { activities: [...run.activities, activity] });
  openFrame(draft, {
    kind: 'instance',
    id: frame,
    address,
    scope: compileAlone(node, order, ports),
    parent: { frame: ref.frame, node: ref.node },
    order: orderOf(draft, ref),
    instance: { plan: run.plan, variables: PersistentMap.empty<Json>() },
    locals: begin.given,
  });
}

/** The state was left: what went on in it is cancelled (R17), what it was told goes on. */
export function endActivities(draft: Draft, ref: NodeRef, isMeant: (activity: Activity) => boolean): void {
  for (const { frame } of machineOf(draft, ref).activities.filter(isMeant)) {
    cancelFrame(draft, frame);
    forgetActivity(draft, ref, frame);
  }
}

/** It is over: the machine has it no more. */
export function forgetActivity(draft: Draft, ref: NodeRef, frame: string): void {
  const { activities } = machineOf(draft, ref);
  changeMachine(draft, ref, { activities: activities.filter((one) => one.frame !== frame) });
}

/** The one node of an activity's scope. */
export function nodeOfActivity({ frame }: Activity): NodeRef {
  return { frame, node: 0 };
}

/**
 * `send` (M1): an event for an invocation. It lies in its inbox until the machine there has begun and the turn of the one
 * that sends is over, as the queue of an actor does; what is no machine has no ear.
 */
export function queueEvent(draft: Draft, ref: NodeRef, to: string, signal: Signal): void {
  const { activities } = machineOf(draft, ref);
  const invoked = activities.find(({ purpose }) => purpose.kind === 'invoke' && purpose.id === to);
  const plan = invoked?.node.type === 'SUB_PLAN' ? invoked.node.params.plan : null;
  const { plans } = draft.start.closure;
  if (invoked === undefined || !plans.some(({ id, kind }) => id === plan && kind === 'state-machine')) {
    dropEvent(draft, signal);
    return;
  }
  const inbox = [...invoked.inbox, signal];
  changeMachine(draft, ref, {
    activities: activities.map((one) => (one === invoked ? { ...invoked, inbox } : one)),
  });
  draft.eventQueue = [...draft.eventQueue, nodeOfActivity(invoked)];
}

/** Nobody hears it: an entry says so. */
export function dropEvent(draft: Draft, { event }: Signal): void {
  draft.emit({ address: ROOT, data: { event }, kind: 'signal.dropped' });
}

/** Whether a machine is that of the run itself, and no node of a plan. */
export function isOfRun(run: MachineRun): boolean {
  return run.place === ROOT;
}

/**
 * A machine has ended (M3): what goes on in it is cancelled, its outputs are those of its plan, and the answer to the goal
 * that started the run is published. One that ended with the outcome `failed` fails.
 */
export function finish(draft: Draft, ref: NodeRef, effect: EffectOf<'done'>): void {
  const run = machineOf(draft, ref);
  const { state, outcome } = effect;
  endActivities(draft, ref, () => true);
  draft.emit({ address: stateAddress(run, state), data: { outcome, state }, kind: 'machine.done' });
  const outputs = outputsOf(draft, ref, run, effect.output);
  if (!outputs.ok) {
    failMachine(draft, ref, outputs.problem);
    return;
  }
  const result = effect.output ?? outputs.value;
  // An error that nothing handled is no terminal state: whoever asked hears of a failure (M2).
  if (isOfRun(run) && (state !== null || outcome === 'completed')) answerGoal(draft, result);
  if (outcome === 'failed') failMachine(draft, ref, errorOf(state, effect.output));
  else if (isOfRun(run)) completeWith(draft, ref, outputs.value);
  else {
    const value = isMade(draft, ref) ? transferOutputs(draft, ref, run, outputs.value) : outputs.value;
    succeedNode(draft, ref, { ports: ['out'], result: value });
  }
}

/**
 * R13: a dynamic plan writes the variables of the plan around it. What a machine that a planner made gives under one of their
 * names (M5) is written there when it has come to its end; a step of a graph writes them as it goes.
 *
 * @returns its value: what was called last in it, as in any scope (R21), with its outputs over that
 */
function transferOutputs(draft: Draft, ref: NodeRef, { last = null }: MachineRun, outputs: JsonObject): Json {
  const frame = draft.frame(ref.frame);
  const { address } = draft.active(ref);
  for (const [name, value] of writesIn(outputs)) {
    if (!isVariable(draft, frame, name)) continue;
    noteWrites(draft, ref, [name], originsAt(draft, ref));
    writeVariable(draft, draft.frame(ref.frame), address, name, value);
  }
  if (Object.keys(outputs).length === 0) return last;
  return isJsonObject(last) ? { ...last, ...outputs } : outputs;
}

/** An error that nothing in the machine handled, or that the machine itself has met (R8). */
export function failMachine(draft: Draft, ref: NodeRef, error: RunError): void {
  if (isOfRun(machineOf(draft, ref))) failFrame(draft, ROOT_FRAME, error);
  else failNode(draft, ref, error);
}

function completeWith(draft: Draft, ref: NodeRef, outputs: JsonObject): void {
  draft.release(ref);
  const { scope, position } = draft.frame(ROOT_FRAME);
  draft.change(ROOT_FRAME).value = outputs;
  // The scope comes to rest, and ends when nothing goes on in its background (L2).
  applyTurn(draft, ROOT_FRAME, settleNode(scope, position, ref.node, ['out']));
}

function answerGoal(draft: Draft, result: Json): void {
  const { goal, runId } = draft.start;
  if (goal?.response === undefined) return;
  const { response: event, correlationId } = goal;
  const data = present({ data: { plan_id: runId, result }, event, correlationId });
  draft.emit({ address: ROOT, data, kind: 'event.published' });
}

/** A final state may say itself what went wrong, by its output. */
function errorOf(state: string | null, output: Json): RunError {
  const said = isJsonObject(output) ? output : {};
  return {
    code: typeof said.code === 'string' ? said.code : 'OUTCOME_FAILED',
    message:
      typeof said.message === 'string'
        ? said.message
        : `The machine ended in "${state ?? ''}", which is a failure.`,
    help:
      state === null
        ? 'Mend what failed, or give the state a transition for its failure ("onError").'
        : 'Look at the transitions that led there.',
  };
}

/**
 * The outputs of a machine (V1): its result mapping over variables, `results` and `goal_data`, without one every assigned
 * OUT; the keys of an object that its final state gives take the place of those of the same name, as an END's do (R15).
 */
function outputsOf(draft: Draft, ref: NodeRef, run: MachineRun, output: Json): Result<JsonObject, RunError> {
  const { plan } = startedMachine(draft, ref);
  const { standing, assigned } = run;
  const replaced = isJsonObject(output) ? output : {};
  const outputs: Record<string, Json> = {};
  if (plan.result === undefined) {
    for (const { id, scope } of plan.variables) {
      if (scope === 'OUT' && assigned.includes(id)) outputs[id] = standing.variables.get(id) ?? null;
    }
    return ok({ ...outputs, ...replaced });
  }
  for (const [name, template] of Object.entries(plan.result)) {
    if (Object.hasOwn(replaced, name)) continue;
    const value = filledOutput(plan, run, template, draft.has('handles'));
    if (!value.ok) return value;
    outputs[name] = value.value;
  }
  return ok({ ...outputs, ...replaced });
}

function filledOutput(
  plan: StateMachinePlan,
  run: MachineRun,
  template: Json,
  handles: boolean,
): Result<Json, RunError> {
  const compiled = compileTemplate(template);
  if (!compiled.ok) {
    return err({ code: 'EXPRESSION_ERROR', message: compiled.problem[0]?.message ?? 'It cannot be read.' });
  }
  const named = compiled.value.references.variables;
  const missing = plan.variables.find(
    ({ id, scope }) => scope === 'OUT' && named.has(id) && !run.assigned.includes(id),
  );
  if (missing !== undefined) {
    return err({
      code: 'OUTPUT_MISSING',
      message: `The output "${missing.id}" was never assigned.`,
      help: `Let the machine assign "${missing.id}" on every way, or take it out of the plan's result.`,
    });
  }
  const value = fill(compiled.value, seenBy(plan, run), handles);
  return value.ok ? value : err({ code: value.problem.code, message: value.problem.message });
}

/**
 * A state's action publishes its event (M2): the first responder whose request it is answers, a capability, a plan or a
 * person; without one the response is waited for from outside. Its `correlationId` is the run's id and the address of
 * the state: unique, and told to whoever is to answer.
 */
export function publish(draft: Draft, ref: NodeRef, effect: EffectOf<'publish'>): void {
  const run = machineOf(draft, ref);
  const { plan } = startedMachine(draft, ref);
  const address = stateAddress(run, effect.state);
  const responder = plan.responders?.find(({ request }) => request === effect.event);
  const correlationId = `${draft.start.runId}${address}`;
  const { event, data, response, failure } = effect;
  draft.emit({
    address,
    data: { correlationId, data, event, ...(response === null ? {} : { response }) },
    kind: 'event.published',
  });
  const purpose: Purpose =
    response === null || failure === null
      ? { kind: 'told' }
      : { awaited: { came: null, correlationId, failure, response }, kind: 'action' };
  if (responder === undefined && response === null) return;
  const asked = askedOf(responder, { event, data }, draft.has('handles'));
  if (!asked.ok) {
    failMachine(draft, ref, asked.problem);
    return;
  }
  const id = responder?.plan === undefined ? nameOfAction(draft, ref, effect.state) : responder.id;
  const begin = responder === undefined ? fromOutside(id, purpose) : responding(id, responder, asked.value);
  beginActivity(draft, ref, { ...begin, purpose, state: effect.state });
}

/** What a responder is given: its `input` filled with the published event, and the words for a person. */
function askedOf(
  responder: Responder | undefined,
  event: { readonly event: string; readonly data: Json },
  handles: boolean,
): Result<JsonObject, RunError> {
  const scope = { event: { data: event.data, type: event.event } };
  const input =
    responder?.input === undefined ? ok(event.data) : filledInput(responder.input, scope, handles);
  if (!input.ok) return input;
  const message = compileTemplate(responder?.message ?? event.event);
  const words = message.ok ? fillText(message.value, scope, handles) : null;
  return ok({ input: input.value, message: words?.ok ? words.value : event.event });
}

function filledInput(template: Json, scope: JsonObject, handles: boolean): Result<Json, RunError> {
  const compiled = compileTemplate(template);
  const value = compiled.ok ? fill(compiled.value, scope, handles) : null;
  if (value?.ok) return value;
  const message = value ? value.problem.message : 'The input of a responder cannot be read.';
  return err({ code: 'EXPRESSION_ERROR', message });
}

type Answering = Pick<Begin, 'node' | 'given' | 'ports'>;

function responding(id: string, responder: Responder, given: JsonObject): Answering {
  const { capability, plan, schema, timeoutMs } = responder;
  const bounded = present({ timeoutMs });
  const input = '{{ input }}';
  if (capability !== undefined)
    return { given, node: { id, input, params: { capability }, type: 'CAPABILITY', ...bounded } };
  if (plan !== undefined)
    return { given, node: { id, input, params: { plan }, type: 'SUB_PLAN', ...bounded } };
  const params = { message: '{{ message }}', timeoutMs: timeoutMs ?? null, ...present({ schema }) };
  return { given, node: { id, params, type: 'HUMAN_INPUT' } };
}

/** Nobody in the run answers: a signal does (M2). It hears only what comes while it waits. */
function fromOutside(id: string, purpose: Purpose): Answering {
  const { response, failure } = purpose.kind === 'action' ? purpose.awaited : { failure: '', response: '' };
  const node: PlanNode = {
    id,
    type: 'EVENT_WAIT',
    params: {
      events: [
        { event: response, id: 'response' },
        { event: failure, id: 'failure' },
      ],
      mode: 'transient',
    },
  };
  return { given: {}, node, ports: ['response', 'failure'] };
}

/** What a model answers when nothing more is to be done: the plan is complete (M5). */
const NOTHING_MORE = 'none';

/** How many events models may choose in one machine where its state does not say (M5): reference 5's circuit breaker. */
const MAX_ACTIONS = 20;

/**
 * M5: in a state that was entered, or in which a chosen event has changed nothing, a model is asked for the next event: by
 * an LLM_DECISION, whose choices are the events that the machine could take now.
 */
export function chooseNext(draft: Draft, ref: NodeRef): void {
  const run = machineOf(draft, ref);
  if (run.choosing.length === 0) return;
  changeMachine(draft, ref, { choosing: [] });
  for (const state of run.choosing) {
    if (machineAt(draft, ref) === null) return;
    if (run.standing.configuration.includes(state)) askFor(draft, ref, state);
  }
}

function askFor(draft: Draft, ref: NodeRef, state: string): void {
  const run = machineOf(draft, ref);
  const { plan, machine } = startedMachine(draft, ref);
  const { models, question, maxActions = MAX_ACTIONS } = stateOf(plan, state)?.choose ?? {};
  if (run.activities.some((one) => one.state === state && one.purpose.kind === 'choose')) return;
  const possible = possibleEvents(machine, run.standing, {}, draft.has('handles')).filter(
    ({ kind, event, enabled }) => kind === 'user' && enabled !== false && !event.endsWith('*'),
  );
  const asked =
    question === undefined ? ok(undecided(state)) : filledQuestion(plan, run, question, draft.has('handles'));
  if (!asked.ok) {
    failMachine(draft, ref, asked.problem);
    return;
  }
  const described = new Map(
    possible.toReversed().map((one) => [one.event, descriptionOf(plan, one)] as const),
  );
  const choices = [...new Set(possible.map(({ event }) => event))].map((id) =>
    present({ description: described.get(id), id }),
  );
  const node: NodeOf<'LLM_DECISION'> = {
    id: `choose-${run.chosen + 1}`,
    type: 'LLM_DECISION',
    input: '{{ input }}',
    params: {
      choices: [...choices, { id: NOTHING_MORE, description: 'Nothing more is to be done.' }],
      question: '{{ question }}',
      ...present({ models }),
    },
  };
  beginActivity(draft, ref, {
    given: {
      input: { results: run.standing.results, variables: Object.fromEntries(run.standing.variables) },
      question: asked.value,
    },
    node,
    purpose: { kind: 'choose', maxActions },
    state,
  });
}

function undecided(state: string): string {
  return `The plan is in "${state}". Which event comes next?`;
}

/** What the author says of the transition that an event would take first. */
function descriptionOf(
  plan: StateMachinePlan,
  { state, path }: { readonly state: string | null; readonly path: string },
): string | undefined {
  const owner = state === null ? plan : stateOf(plan, state);
  const placed = owner === null ? [] : transitionsOf(owner);
  return placed.find((one) => one.path === path)?.transition.description;
}

/** The question is a template over what conditions see (V3, M1). */
function filledQuestion(
  plan: StateMachinePlan,
  run: MachineRun,
  question: string,
  handles: boolean,
): Result<string, RunError> {
  const template = compileTemplate(question);
  const text = template.ok ? fillText(template.value, seenBy(plan, run), handles) : null;
  if (text?.ok) return text;
  const message = text === null ? 'The question cannot be read.' : text.problem.message;
  return err({ code: 'EXPRESSION_ERROR', message });
}

/** What the expressions of a machine see as it stands: its variables, `results` and `goal_data`. */
function seenBy(plan: StateMachinePlan, { standing }: MachineRun): ReadonlyMap<string, Json> {
  const { variables, results, goalData } = standing;
  const values = plan.variables.map(({ id }) => [id, variables.get(id) ?? null] as const);
  return new Map<string, Json>([...values, ['results', results], ['goal_data', goalData]]);
}

/**
 * A model has chosen. None completes the plan; too many fail it.
 *
 * @returns the event that it chose, which the machine is to hear; null where there is none
 */
export function afterChoice(
  draft: Draft,
  ref: NodeRef,
  { state, purpose }: Activity,
  result: Json,
  error: RunError | null,
): string | null {
  if (purpose.kind !== 'choose') return null;
  if (error !== null) {
    failMachine(draft, ref, error);
    return null;
  }
  if (result === NOTHING_MORE || typeof result !== 'string') {
    finish(draft, ref, { kind: 'done', outcome: 'completed', output: null, state });
    return null;
  }
  const run = machineOf(draft, ref);
  if (run.chosen >= purpose.maxActions) {
    failMachine(draft, ref, tooMany(purpose.maxActions));
    return null;
  }
  changeMachine(draft, ref, { chosen: run.chosen + 1 });
  const address = stateAddress(run, state);
  draft.emit({ address, data: { data: null, event: result }, kind: 'event.published' });
  return result;
}

function tooMany(maxActions: number): RunError {
  return {
    code: 'CIRCUIT_BREAKER',
    message: `A model has chosen ${maxActions} events, and wants another: that is as many as it may.`,
    help: 'Raise "maxActions" of the state, or say in its question when the plan is done.',
  };
}
