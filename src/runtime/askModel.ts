import { type JsonObject, present } from '#base';
import type { Fact, PlanCommand, RunError, RunStarted } from '#kernel';
import type { ModelSpec, PlannerFlavour } from '#plan';
import {
  callIds,
  machineStream,
  objectStream,
  type PlannerState,
  type PlanStream,
  planStream,
  promptFor,
  type RenderedPrompt,
  type ReplyEnd,
  type ReplyReading,
  type StreamedStep,
} from '#planner';
import type { CallSurroundings } from './callCapability';
import { ModelMeter } from './modelMeter';
import { asFailed, asRead, asThrown, type Known, type PlanOutcome } from './planOutcome';
import type { FinishReason, ModelEvent, ModelRequest, Progress } from './ports';
import { hasOwnReading } from './readDocument';
import { readInRun } from './readInRun';
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
    ...present({ maxOutputTokens: spec.maxOutputTokens }),
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

/** These flavours read the text that was streamed; all others read the reply once more, calls of functions as one message. */
const READ_AS_IT_CAME: ReadonlySet<PlannerFlavour> = new Set(['stream', 'state-machine']);

/** The reply of a model to a planner while it arrives: what is shown of it, and the steps that can be drawn already (D4). */
class PlanReply {
  readonly #reply = new ModelReply();
  /** What its calls are named, by their places; null where they keep no name. */
  readonly #callIds: ((place: number) => string) | null;
  readonly #isReadAsItCame: boolean;
  readonly #streamAnew: () => PlanStream | null;
  #stream: PlanStream | null;
  #hasSteps = false;

  /** @param shown the state as the prompt has shown it */
  constructor(command: PlanCommand, shown: PlannerState) {
    this.#callIds = command.flavour === 'tools' ? callIds(shown) : null;
    this.#isReadAsItCame = READ_AS_IT_CAME.has(command.flavour);
    this.#streamAnew = () => streamOf(command, shown);
    this.#stream = this.#streamAnew();
  }

  /** Takes what comes next; gives what is shown of it, and the steps that it completes. */
  take(event: ModelEvent): { readonly progress: Progress | null; readonly steps: readonly StreamedStep[] } {
    this.#reply.take(event);
    // What was taken for steps was thought; steps that are drawn already stay ghosts of this attempt.
    if (event.type === 'text-was-reasoning' && !this.#hasSteps) this.#stream = this.#streamAnew();
    const progress = this.#progressOf(event);
    const steps = progress?.kind === 'text' ? (this.#stream?.push(progress.text) ?? []) : [];
    this.#hasSteps ||= steps.length > 0;
    return { progress, steps };
  }

  /** The whole reply as it is kept (P6). */
  get text(): string {
    const { text, toolCalls } = this.#reply;
    return [text, toolCalls.length === 0 ? '' : this.#callsText()].filter((part) => part !== '').join('\n');
  }

  /** What of it is the plan: where calls are asked for, what the model says beside them is not. */
  get planText(): string {
    const isCalls = this.#callIds !== null && this.#reply.toolCalls.length > 0;
    return isCalls ? this.#callsText() : this.text;
  }

  /**
   * Why there is nothing to read. A plan may come as calls of functions (P4); a reply that is cut or empty is refused by who
   * reads it, and repaired (P5).
   */
  get fault(): RunError | null {
    const { fault, isEmpty, toolCalls } = this.#reply;
    if (fault?.code === 'MODEL_REPLY_CUT') return isEmpty && toolCalls.length === 0 ? fault : null;
    return fault?.code === 'MODEL_CALLED_TOOLS' || fault?.code === 'MODEL_EMPTY' ? null : fault;
  }

  /** What services say of a model that ended by itself; of what they call `other` nobody knows. */
  get ended(): ReplyEnd {
    const { finishReason } = this.#reply;
    if (finishReason === 'length') return 'cut';
    return finishReason === 'stop' || finishReason === 'tool-calls' ? 'whole' : 'unsaid';
  }

  /** The reading of what was streamed; null where the text is read as a whole. */
  readAsItCame(): ReplyReading | null {
    return this.#isReadAsItCame ? (this.#stream?.end(this.ended) ?? null) : null;
  }

  #progressOf(event: ModelEvent): Progress | null {
    switch (event.type) {
      case 'text':
      case 'reasoning':
        return { kind: event.type, text: event.text };
      case 'text-was-reasoning':
        return { kind: event.type };
      case 'tool-call': {
        const place = this.#reply.toolCalls.length - 1;
        return { kind: 'text', text: `\n${JSON.stringify(this.#written(event, place))}\n` };
      }
      case 'unbound':
      case 'not-sent':
      case 'refused-field':
      case 'done':
        return null;
    }
  }

  /** As chat services write calls: their arguments are the JSON text that the model wrote. */
  #callsText(): string {
    const calls = this.#reply.toolCalls.map((call, place) => this.#written(call, place));
    return JSON.stringify({ tool_calls: calls });
  }

  #written({ name, arguments: given }: ToolCall, place: number) {
    const id = this.#callIds === null ? {} : { id: this.#callIds(place) };
    return { ...id, function: { name, arguments: given } };
  }
}

/** Steps and states are read one by one, whatever form they are asked for in; what a parser reads, it reads whole. */
function streamOf(command: PlanCommand, state: PlannerState): PlanStream | null {
  if (hasOwnReading(command)) return null;
  if (command.flavour === 'state-machine') return machineStream(state);
  return command.flavour === 'stream' ? planStream(state) : objectStream(state);
}

/** A function that a model called instead of answering. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: string;
}

/** One reply of a model, gathered from its events: what it answered, apart from what it thought and called. */
export class ModelReply {
  text = '';
  reasoning = '';
  readonly toolCalls: ToolCall[] = [];
  /** Null until the model has said that it is done. */
  finishReason: FinishReason | null = null;

  take(event: ModelEvent): void {
    switch (event.type) {
      case 'text':
        this.text += event.text;
        return;
      case 'reasoning':
        this.reasoning += event.text;
        return;
      case 'text-was-reasoning':
        this.reasoning += this.text;
        this.text = '';
        return;
      case 'tool-call':
        this.toolCalls.push({ name: event.name, arguments: event.arguments });
        return;
      case 'done':
        this.finishReason = event.finishReason;
        return;
      case 'unbound':
      case 'not-sent':
      case 'refused-field':
        return;
    }
  }

  get isEmpty(): boolean {
    return this.text.trim() === '';
  }

  /** Why this is no whole answer in words, though the stream ended in order (case E8); null where it is one. */
  get fault(): RunError | null {
    if (this.finishReason === null) return STREAM_CUT;
    if (this.finishReason === 'length') return this.isEmpty && this.reasoning !== '' ? CUT_IN_THOUGHT : CUT;
    if (this.finishReason === 'refusal') return refused(this.text);
    if (this.finishReason === 'content-filter') return FILTERED;
    if (!this.isEmpty) return null;
    if (this.toolCalls.length > 0) return calledTools(this.toolCalls);
    return this.reasoning === '' ? EMPTY : ONLY_REASONING;
  }
}

const STREAM_CUT: RunError = {
  code: 'MODEL_STREAM_CUT',
  message: 'The model stopped in the middle of its answer.',
  help: 'Try again.',
};

const CUT: RunError = {
  code: 'MODEL_REPLY_CUT',
  message: 'The answer was cut at the most tokens that it may have.',
  help: 'Raise the most tokens of the answer, or ask for less. What came is kept with the attempt.',
};

const CUT_IN_THOUGHT: RunError = {
  code: 'MODEL_REPLY_CUT',
  message: 'The model used all the tokens that it may have for thinking, and did not begin to answer.',
  help: 'Raise the most tokens of the answer: what a model thinks counts too.',
};

const FILTERED: RunError = {
  code: 'MODEL_FILTERED',
  message: 'The content filter of the service stopped the answer.',
  help: 'Reword what is asked, or choose another model. Asking again in the same words comes to the same.',
  retryable: false,
};

const EMPTY: RunError = {
  code: 'MODEL_EMPTY',
  message: 'The model answered nothing.',
  help: 'Reword the prompt, or try again.',
};

const ONLY_REASONING: RunError = {
  code: 'MODEL_ONLY_REASONING',
  message: 'The model only thought, and answered nothing.',
  help: 'Ask for the answer explicitly, raise the most tokens, or choose another model.',
};

const LONGEST_QUOTE = 300;

function refused(text: string): RunError {
  const said = text.trim().slice(0, LONGEST_QUOTE);
  return {
    code: 'MODEL_REFUSED',
    message: `The model refused to answer${said === '' ? '' : `: "${said}"`}.`,
    help: 'Reword what is asked, or choose another model. Asking again in the same words comes to the same.',
    retryable: false,
  };
}

function calledTools(calls: readonly ToolCall[]): RunError {
  const names = [...new Set(calls.map(({ name }) => `"${name}"`))].slice(0, 5).join(', ');
  return {
    code: 'MODEL_CALLED_TOOLS',
    message: `Instead of answering, the model called functions that it was not offered: ${names}.`,
    help: 'Ask for an answer in words, or let a planner use this model to call tools.',
  };
}
