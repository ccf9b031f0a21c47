import { isJsonObject, type JsonObject, own, present } from '#base';
import type { Commit, Fact, PlanCommand, RunStarted } from '#kernel';
import { MODEL_FLAVOURS } from '#plan';
import { type PlannerState, planByHtn, planByRules, plannerDocument } from '#planner';
import { byModel, readAll, wouldBeAsked } from './askModel';
import { type CallSurroundings, callCapability } from './callCapability';
import { type PassedOver, passedOver } from './passedOver';
import { plannerStateOf } from './plannerState';
import { asFailed, asRead, asThrown, type PlanOutcome } from './planOutcome';
import { readInRun } from './readInRun';
import { failureOf } from './thrown';

export interface PlanningSurroundings extends CallSurroundings {
  readonly commits: readonly Commit[];
  readonly passedOver: PassedOver;
  /** What planners are told of the documents. */
  describe(): Promise<JsonObject>;
}

/**
 * Asks a planner once (K2). Streamed steps come as facts in their order, each as soon as it is read (D4); the whole
 * attempt comes last, whatever became of it (P6).
 */
export async function* askPlanner(
  command: PlanCommand,
  around: PlanningSurroundings,
  signal: AbortSignal,
): AsyncGenerator<Fact> {
  const begun = around.clock.now();
  let outcome: PlanOutcome;
  try {
    outcome = yield* outcomeOf(command, around, signal);
  } catch (thrown) {
    outcome = asThrown({}, failureOf(thrown));
  }
  const durationMs = Math.max(0, around.clock.now() - begun);
  yield {
    type: 'plan.replied',
    address: command.address,
    attempt: { flavour: command.flavour, ...outcome.attempt, latencyMs: durationMs },
    plan: outcome.plan,
    ...present({ machine: outcome.machine, askAgain: outcome.askAgain, inject: outcome.inject }),
    durationMs,
    ...present({ retryAfterMs: outcome.retryAfterMs, retryable: outcome.retryable }),
  };
}

async function* outcomeOf(
  command: PlanCommand,
  around: PlanningSurroundings,
  signal: AbortSignal,
): AsyncGenerator<Fact, PlanOutcome> {
  if (!MODEL_FLAVOURS.has(command.flavour)) around.passedOver.forget(command.address);
  const started = startOf(around.commits);
  const hosted = around.capabilities.catalogue.keys();
  const state = plannerStateOf(command, started, around.commits, await around.describe(), hosted);
  if (command.text !== null) return readOnly(command.text, command, started, state, around, signal);
  if (command.flavour === 'rules' || command.flavour === 'htn')
    return byDocument(command, command.flavour, started, state);
  if (command.flavour === 'capability') return byCapability(command, started, state, around, signal);
  return yield* unlessPassedOver(command, started, state, around, signal);
}

/** What a model says, until the person does not wait for it any more: then that is what became of it. */
async function* unlessPassedOver(
  command: PlanCommand,
  started: RunStarted,
  state: PlannerState,
  around: PlanningSurroundings,
  signal: AbortSignal,
): AsyncGenerator<Fact, PlanOutcome> {
  const passed = around.passedOver.signalOf(command.address);
  if (passed.aborted) return asThrown(wouldBeAsked(command, started, around), { error: passedOver() });
  const outcome = yield* byModel(command, started, state, around, AbortSignal.any([signal, passed]));
  if (!passed.aborted || outcome.plan !== null) return outcome;
  return asThrown(outcome.attempt, { error: passedOver() });
}

/** Whether the built-in rules have a plan for what a model was asked: what the kernel would ask them after it (P5). */
export async function rulesCanPlan(asked: PlanCommand, around: PlanningSurroundings): Promise<boolean> {
  const started = startOf(around.commits);
  const command: PlanCommand = { ...asked, flavour: 'rules', use: null, repair: null, model: null };
  const hosted = around.capabilities.catalogue.keys();
  const state = plannerStateOf(command, started, around.commits, await around.describe(), hosted);
  return byDocument(command, 'rules', started, state).plan !== null;
}

function startOf(commits: readonly Commit[]): RunStarted {
  const fact = commits[0]?.fact;
  if (fact?.type !== 'run.started') throw new Error('A ledger begins with run.started.');
  return fact;
}

/** Interpret only: the text is there already, nobody is asked. */
async function readOnly(
  text: string,
  command: PlanCommand,
  started: RunStarted,
  state: PlannerState,
  around: PlanningSurroundings,
  signal: AbortSignal,
): Promise<PlanOutcome> {
  return asRead(
    { madeBy: 'text', reply: text },
    await readInRun(command, started, text, state, around, signal),
  );
}

function byDocument(
  command: PlanCommand,
  flavour: 'rules' | 'htn',
  started: RunStarted,
  state: PlannerState,
): PlanOutcome {
  const found = plannerDocument(flavour, command.use, started.closure.planners);
  if (!found.ok) return asFailed({}, found.problem);
  const document = found.value;
  const made = document.kind === 'rules' ? planByRules(document, state) : planByHtn(document, state);
  return asRead({ madeBy: made.madeBy, trace: made.trace }, { ...made, repairs: [] });
}

/** P2: a capability whose output is a plan in a known shape; what else it gives is not kept. */
async function byCapability(
  command: PlanCommand,
  started: RunStarted,
  state: PlannerState,
  around: PlanningSurroundings,
  signal: AbortSignal,
): Promise<PlanOutcome> {
  const id = command.use ?? '';
  const madeBy = around.capabilities.find(id)?.descriptor.title ?? id;
  const goal = command.goal === '' ? {} : { goal: command.goal };
  const { address, memory } = command;
  const fact = await callCapability(
    {
      address,
      capability: id,
      effect: 'unknown',
      idempotent: false,
      input: { ...memory, ...goal },
      kind: 'call',
    },
    around,
    signal,
  );
  if (fact.type === 'effect.failed') return asThrown({ madeBy }, fact);
  const result = fact.type === 'effect.succeeded' ? fact.result : null;
  const plan = (isJsonObject(result) ? own(result, 'dynamicPlan') : undefined) ?? result;
  const reply = typeof plan === 'string' ? plan : JSON.stringify(plan);
  return readAll({ madeBy, reply }, readInRun(command, started, reply, state, around, signal));
}
