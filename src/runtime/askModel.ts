import type { JsonObject } from '#base';
import type { Fact, PlanCommand, RunStarted } from '#kernel';
import type { ModelSpec } from '#plan';
import { type PlannerState, promptFor, type RenderedPrompt } from '#planner';
import type { CallSurroundings } from './callCapability';
import { ModelMeter } from './modelMeter';
import { asFailed, asRead, asThrown, type Known, type PlanOutcome } from './planOutcome';
import { PlanReply } from './planReply';
import type { ModelRequest } from './ports';
import { readInRun } from './readInRun';
import { hasOwnReading } from './readRaw';
import { type Failure, failureOf } from './thrown';

/**
 * Asks a model for a plan once: steps as soon as they are read (D4), then what became of the reply, as it came, apart from
 * what the model thought (P6).
 */
export async function* byModel(
  command: PlanCommand,
  started: RunStarted,
  state: PlannerState,
  around: CallSurroundings,
  signal: AbortSignal,
): AsyncGenerator<Fact, PlanOutcome> {
  const spec = modelOf(command, started, around);
  if (!spec) return asThrown({}, { error: noModel(command.model) });
  const prompt = promptFor(withPrompt(command, started), state, [...started.closure.prompts]);
  if (!prompt.ok) return asFailed({ madeBy: nameOf(spec) }, prompt.problem);
  const { state: shown } = prompt.value;
  const settings = settingsOf(spec, command, started);
  const request = requestFor(settings, prompt.value, boundTo(command, prompt.value.schema));
  const known = { ...knownOf(spec, settings, prompt.value), ...choiceOf(command) };
  const meter = new ModelMeter(around.models);
  const reply = new PlanReply(command, shown);
  const heard = (): Known => {
    const { reply: _last, ...more } = meter.heard;
    const prompt = promptText(meter.sent);
    return { ...asSent(known, meter.notSent), prompt, reply: reply.text, usage: meter.usage ?? {}, ...more };
  };
  try {
    for await (const event of meter.models.stream(request, signal)) {
      const { progress, steps } = reply.take(event);
      if (progress !== null) around.progress(command.address, progress);
      for (const step of steps)
        if (!signal.aborted) yield { type: 'plan.step', address: command.address, ...step };
    }
  } catch (thrown) {
    // What came before the break is kept and shown, but a plan that was cut is never taken (P6, case E4).
    return asThrown(heard(), failureOf(thrown));
  }
  if (reply.fault !== null) return asThrown(heard(), { error: reply.fault });
  const read = reply.readAsItCame();
  if (read !== null) return asRead(heard(), read);
  const { planText, ended } = reply;
  return readAll(heard(), readInRun(command, started, planText, shown, around, signal, ended));
}

/** P6: an attempt keeps what was sent, and nothing that its server refuses to be sent. */
function asSent(known: Known, notSent: readonly string[]): Known {
  const parameters = Object.entries(known.parameters ?? {}).filter(([name]) => !notSent.includes(name));
  const seed = notSent.includes('seed') ? null : (known.seed ?? null);
  return { ...known, parameters: Object.fromEntries(parameters), seed };
}

function choiceOf({ choice }: PlanCommand): Pick<Known, 'choice'> {
  return choice === undefined ? {} : { choice };
}

function knownOf(
  spec: ModelSpec,
  { model: _model, seed, ...parameters }: Settings,
  { template, leftOut }: RenderedPrompt,
): Known {
  const hasRoom = leftOut.tools.length + leftOut.documents.length === 0;
  return {
    madeBy: nameOf(spec),
    model: spec.id,
    template,
    parameters,
    seed,
    ...(hasRoom ? {} : { leftOut }),
  };
}

/** A form that only a parser knows is not ours to bind the reply to. */
function boundTo(command: PlanCommand, schema: JsonObject | null): JsonObject | null {
  return command.prompt === null || !hasOwnReading(command) ? schema : null;
}

/** A parser or creator that breaks off is a failure of the call, and the reply is kept (P6). */
export async function readAll(known: Known, reading: ReturnType<typeof readInRun>): Promise<PlanOutcome> {
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

function modelOf(command: PlanCommand, started: RunStarted, around: CallSurroundings): ModelSpec | undefined {
  const models = [...started.closure.models, ...around.models.list];
  return command.model === null ? models[0] : models.find(({ id }) => id === command.model);
}

/** What a model was sent, as it is kept (P6). */
function promptText({ messages, tools = [] }: Pick<ModelRequest, 'messages' | 'tools'>): string {
  const texts = messages.map(({ role, text }) => `${role}:\n${text}`);
  const functions = tools.map((tool) => JSON.stringify(tool));
  return [...(functions.length === 0 ? [] : [`functions:\n${functions.join('\n')}`]), ...texts].join('\n\n');
}

function requestFor(
  settings: Settings,
  { messages, unbound, tools }: RenderedPrompt,
  schema: JsonObject | null,
): ModelRequest {
  const said = schema === null ? { messages: unbound } : { messages, schema, unbound };
  const asked = tools.length === 0 ? said : { messages, tools, unbound };
  return { ...settings, ...asked };
}

/** How a model is asked: what its author has set of it goes before what planners are asked with. */
interface Settings {
  readonly model: string;
  readonly temperature: number;
  readonly maxOutputTokens?: number;
  readonly seed: number;
}

/** Low, so that the form of a plan is kept to (reference 3); reference 4 plans a little more freely. */
const TEMPERATURE = 0.2;
const TEMPERATURE_OF_GOALS = 0.3;
/** Seeds of services are integers of 32 bits with a sign. */
const SEEDS = 2 ** 31;

function settingsOf(
  spec: ModelSpec,
  { flavour, candidate = 1 }: PlanCommand,
  { seed }: RunStarted,
): Settings {
  const usual = flavour === 'plan-execute' ? TEMPERATURE_OF_GOALS : TEMPERATURE;
  return {
    model: spec.id,
    temperature: spec.temperature ?? usual,
    ...(spec.maxOutputTokens === undefined ? {} : { maxOutputTokens: spec.maxOutputTokens }),
    // Each of several plans has a seed of its own, or they would be alike.
    seed: (seed + candidate - 1) % SEEDS,
  };
}

/** Who would be asked, where nobody is any more. */
export function wouldBeAsked(command: PlanCommand, started: RunStarted, around: CallSurroundings): Known {
  const spec = modelOf(command, started, around);
  return spec === undefined ? {} : { madeBy: nameOf(spec), model: spec.id };
}

function nameOf(spec: ModelSpec): string {
  return spec.name ?? spec.model;
}

function noModel(id: string | null): Failure['error'] {
  return {
    code: 'MODEL_UNKNOWN',
    message: id === null ? 'No model is there to be asked.' : `There is no model "${id}" in this workspace.`,
    help: 'Add a model in the settings, or let the planner work by rules, which need none.',
  };
}
