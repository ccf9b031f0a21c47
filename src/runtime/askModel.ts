import type { JsonObject } from '#base';
import type { Fact, PlanCommand, RunError, RunStarted } from '#kernel';
import type { ModelSpec } from '#plan';
import {
  machineStream,
  objectStream,
  type PlannerState,
  type PlanStream,
  planStream,
  promptFor,
  type RenderedPrompt,
  type ReplyEnd,
} from '#planner';
import type { CallSurroundings } from './callCapability';
import { ModelMeter } from './modelMeter';
import { ModelReply, type ToolCall } from './modelReply';
import { asFailed, asRead, asThrown, type Known, type PlanOutcome } from './planOutcome';
import type { ModelEvent, ModelRequest, Progress } from './ports';
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
  const { template, leftOut, state: shown } = prompt.value;
  const request = requestFor(spec, prompt.value, boundTo(command, prompt.value.schema));
  const known: Known = {
    madeBy: nameOf(spec),
    model: spec.id,
    template,
    parameters: parametersOf(spec),
    ...(leftOut.tools.length + leftOut.documents.length === 0 ? {} : { leftOut }),
  };
  const meter = new ModelMeter(around.models);
  const reply = new ModelReply();
  let steps = streamOf(command, shown);
  let hasSteps = false;
  const heard = (): Known => {
    const { reply: _last, ...more } = meter.heard;
    const prompt = meter.sent.map(({ role, text }) => `${role}:\n${text}`).join('\n\n');
    return { ...known, prompt, reply: replyText(reply), usage: meter.usage ?? {}, ...more };
  };
  try {
    for await (const event of meter.models.stream(request, signal)) {
      reply.take(event);
      // What was taken for steps was thought; steps that are drawn already stay ghosts of this attempt.
      if (event.type === 'text-was-reasoning' && !hasSteps) steps = streamOf(command, shown);
      const text = tell(event, command, around);
      if (text === null) continue;
      for (const step of steps?.push(text) ?? []) {
        hasSteps = true;
        if (!signal.aborted) yield { type: 'plan.step', address: command.address, ...step };
      }
    }
  } catch (thrown) {
    // What came before the break is kept and shown, but a plan that was cut is never taken (P6, case E4).
    return asThrown(heard(), failureOf(thrown));
  }
  const { fault } = reply;
  if (fault !== null && !isReadAllTheSame(reply, fault)) return asThrown(heard(), { error: fault });
  const ended = endOf(reply.finishReason);
  // Calls of functions are one object too, where one object is asked for.
  if (steps !== null && command.flavour !== 'llm') return asRead(heard(), steps.end(ended));
  return readAll(heard(), readInRun(command, started, replyText(reply), shown, around, signal, ended));
}

/** A plan may come as calls of functions (P4); a reply that is cut or empty is refused by who reads it, and repaired (P5). */
function isReadAllTheSame({ isEmpty, toolCalls }: ModelReply, { code }: RunError): boolean {
  if (code === 'MODEL_REPLY_CUT') return !isEmpty || toolCalls.length > 0;
  return code === 'MODEL_CALLED_TOOLS' || code === 'MODEL_EMPTY';
}

/** Shows an event as it comes, and gives what of it belongs to the reply. */
function tell(event: ModelEvent, { address }: PlanCommand, around: CallSurroundings): string | null {
  const progress = progressOf(event);
  if (progress !== null) around.progress(address, progress);
  return progress?.kind === 'text' ? progress.text : null;
}

function progressOf(event: ModelEvent): Progress | null {
  switch (event.type) {
    case 'text':
    case 'reasoning':
      return { kind: event.type, text: event.text };
    case 'text-was-reasoning':
      return { kind: event.type };
    case 'tool-call':
      return { kind: 'text', text: `\n${JSON.stringify(written(event))}\n` };
    default:
      return null;
  }
}

function replyText({ text, toolCalls }: ModelReply): string {
  if (toolCalls.length === 0) return text;
  return text === '' ? callsText(toolCalls) : `${text}\n${callsText(toolCalls)}`;
}

/** As chat services write calls: their arguments are the JSON text that the model wrote. */
function callsText(calls: readonly ToolCall[]): string {
  return JSON.stringify({ tool_calls: calls.map(written) });
}

function written({ name, arguments: given }: ToolCall) {
  return { function: { name, arguments: given } };
}

/** What services say of a model that ended by itself; of what they call `other` nobody knows. */
const BY_ITSELF: ReadonlySet<string | null> = new Set(['stop', 'tool-calls']);

function endOf(finishReason: string | null): ReplyEnd {
  if (finishReason === 'length') return 'cut';
  return BY_ITSELF.has(finishReason) ? 'whole' : 'unsaid';
}

/** A form that only a parser knows is not ours to bind the reply to. */
function boundTo(command: PlanCommand, schema: JsonObject | null): JsonObject | null {
  return command.prompt === null || !hasOwnReading(command) ? schema : null;
}

/** Steps and states are read one by one, whatever form they are asked for in; what a parser reads, it reads whole. */
function streamOf(command: PlanCommand, state: PlannerState): PlanStream | null {
  if (hasOwnReading(command)) return null;
  if (command.flavour === 'state-machine') return machineStream(state);
  return command.flavour === 'stream' ? planStream(state) : objectStream(state);
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

function requestFor(
  spec: ModelSpec,
  { messages, unbound }: RenderedPrompt,
  schema: JsonObject | null,
): ModelRequest {
  const said = schema === null ? { messages: unbound } : { messages, schema, unbound };
  return { model: spec.id, ...said, ...parametersOf(spec) };
}

function parametersOf(spec: ModelSpec): { temperature?: number; maxOutputTokens?: number } {
  return {
    ...(spec.temperature === undefined ? {} : { temperature: spec.temperature }),
    ...(spec.maxOutputTokens === undefined ? {} : { maxOutputTokens: spec.maxOutputTokens }),
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
