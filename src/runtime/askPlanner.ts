import { isJsonObject, type JsonObject, own } from '#base';
import type { Commit, Fact, PlanCommand, RunStarted } from '#kernel';
import type { ModelSpec } from '#plan';
import {
  machineStream,
  type PlannerState,
  type PlanStream,
  planByHtn,
  planByRules,
  plannerDocument,
  planStream,
  promptFor,
} from '#planner';
import { type CallSurroundings, callCapability } from './callCapability';
import { plannerStateOf } from './plannerState';
import { asFailed, asRead, asThrown, type Known, type PlanOutcome } from './planOutcome';
import type { ModelMessage, ModelRequest } from './ports';
import { readInRun } from './readInRun';
import { hasOwnReading } from './readRaw';
import { type Failure, failureOf } from './thrown';

export interface PlanningSurroundings extends CallSurroundings {
  readonly commits: readonly Commit[];
  /** What planners are told of the documents. */
  describe(): JsonObject;
}

/** Flavours that ask a model, whose whole reply is the plan (P2). */
const ASK_MODEL: ReadonlySet<PlanCommand['flavour']> = new Set(['llm', 'stream', 'state-machine']);

/** Reasons of the AI SDK to end in the middle of a reply. */
const CUT: ReadonlySet<string> = new Set(['length', 'content-filter', 'error', 'interrupted']);

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
    ...(outcome.machine === undefined ? {} : { machine: outcome.machine }),
    ...(outcome.askAgain === undefined ? {} : { askAgain: outcome.askAgain }),
    ...(outcome.inject === undefined ? {} : { inject: outcome.inject }),
    durationMs,
    ...(outcome.retryAfterMs === undefined ? {} : { retryAfterMs: outcome.retryAfterMs }),
  };
}

async function* outcomeOf(
  command: PlanCommand,
  around: PlanningSurroundings,
  signal: AbortSignal,
): AsyncGenerator<Fact, PlanOutcome> {
  const started = startOf(around.commits);
  const state = plannerStateOf(command, started, around.commits, around.describe());
  if (command.text !== null) return readOnly(command.text, command, started, state, around, signal);
  if (command.flavour === 'rules' || command.flavour === 'htn')
    return byDocument(command, command.flavour, started, state);
  if (ASK_MODEL.has(command.flavour)) return yield* byModel(command, started, state, around, signal);
  if (command.flavour === 'capability') return byCapability(command, started, state, around, signal);
  return asThrown({}, { error: notBuilt(command.flavour) });
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

async function* byModel(
  command: PlanCommand,
  started: RunStarted,
  state: PlannerState,
  around: PlanningSurroundings,
  signal: AbortSignal,
): AsyncGenerator<Fact, PlanOutcome> {
  const spec = modelOf(command, started, around);
  if (!spec) return asThrown({}, { error: noModel(command.model) });
  const prompt = promptFor(withPrompt(command, started), state, [...started.closure.prompts]);
  if (!prompt.ok) return asFailed({ madeBy: nameOf(spec) }, prompt.problem);
  const { messages, schema, template } = prompt.value;
  const request = requestFor(spec, messages, boundTo(command, schema));
  const known: Known = {
    madeBy: nameOf(spec),
    model: spec.id,
    template,
    prompt: messages.map(({ role, text }) => `${role}:\n${text}`).join('\n\n'),
    parameters: parametersOf(spec),
  };
  const steps = streamOf(command, state);
  let reply = '';
  let usage = {};
  let ended: 'whole' | 'cut' = 'whole';
  try {
    for await (const event of around.models.stream(request, signal)) {
      if (event.type === 'done') {
        usage = event.usage;
        ended = CUT.has(event.finishReason) ? 'cut' : 'whole';
      }
      if (event.type !== 'text') continue;
      reply += event.text;
      around.progress(command.address, event.text);
      for (const step of steps?.push(event.text) ?? [])
        if (!signal.aborted) yield { type: 'plan.step', address: command.address, ...step };
    }
  } catch (thrown) {
    // What came before the break is kept and shown, but a plan that was cut is never taken (P6, case E4).
    return asThrown({ ...known, reply, usage }, failureOf(thrown));
  }
  const all = { ...known, reply, usage };
  if (steps !== null) return asRead(all, steps.end(ended));
  return readAll(all, readInRun(command, started, reply, state, around, signal, ended));
}

/** A form that only a parser knows is not ours to bind the reply to. */
function boundTo(command: PlanCommand, schema: JsonObject | null): JsonObject | null {
  return command.prompt === null || !hasOwnReading(command) ? schema : null;
}

/** Steps are read line by line, states one by one; what a parser reads, it reads whole. */
function streamOf(command: PlanCommand, state: PlannerState): PlanStream | null {
  if (hasOwnReading(command)) return null;
  if (command.flavour === 'state-machine') return machineStream(state);
  return command.flavour === 'stream' ? planStream(state) : null;
}

/** A parser or creator that breaks off is a failure of the call, and the reply is kept (P6). */
async function readAll(known: Known, reading: ReturnType<typeof readInRun>): Promise<PlanOutcome> {
  try {
    return asRead(known, await reading);
  } catch (thrown) {
    return asThrown(known, failureOf(thrown));
  }
}

/** L8: where the node names no prompt, the queue of the run may: a prompt of the workspace of that name. */
function withPrompt(command: PlanCommand, { labels, closure }: RunStarted): PlanCommand {
  const { queue } = labels;
  const isThere = queue !== undefined && closure.prompts.some(({ id }) => id === queue);
  return command.prompt === null && isThere ? { ...command, prompt: { prompt: queue } } : command;
}

function modelOf(
  command: PlanCommand,
  started: RunStarted,
  around: PlanningSurroundings,
): ModelSpec | undefined {
  const models = [...started.closure.models, ...around.models.list];
  return command.model === null ? models[0] : models.find(({ id }) => id === command.model);
}

function requestFor(
  spec: ModelSpec,
  messages: readonly ModelMessage[],
  schema: JsonObject | null,
): ModelRequest {
  return { model: spec.id, messages, ...(schema === null ? {} : { schema }), ...parametersOf(spec) };
}

function parametersOf(spec: ModelSpec): { temperature?: number; maxOutputTokens?: number } {
  return {
    ...(spec.temperature === undefined ? {} : { temperature: spec.temperature }),
    ...(spec.maxOutputTokens === undefined ? {} : { maxOutputTokens: spec.maxOutputTokens }),
  };
}

function nameOf(spec: ModelSpec): string {
  return spec.name ?? spec.model;
}

function notBuilt(flavour: string): Failure['error'] {
  return {
    code: 'PLANNER_UNAVAILABLE',
    message: `Planners of the flavour "${flavour}" cannot be asked yet.`,
    help: 'Choose llm, stream, state-machine, rules, htn or capability.',
  };
}

function noModel(id: string | null): Failure['error'] {
  return {
    code: 'MODEL_UNKNOWN',
    message: id === null ? 'No model is there to be asked.' : `There is no model "${id}" in this workspace.`,
    help: 'Add a model in the settings, or let the planner work by rules, which need none.',
  };
}
