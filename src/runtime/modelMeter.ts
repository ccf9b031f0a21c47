import { estimatedTokens, LIMITS, present, utf8Length } from '#base';
import type { RefusedField, Usage } from '#kernel';
import type { ModelSpec } from '#plan';
import { CallError } from './callError';
import type { Clock, ModelEvent, ModelRequest, Models } from './ports';

/** What the models of one call said, beside what its capability makes of it: kept with the fact. */
interface Heard {
  /** The last reply as it came, whole or not. */
  readonly reply?: string;
  readonly reasoning?: string;
  readonly refusedFields?: readonly RefusedField[];
}

/**
 * Measures what the model calls of one effect take (K10), however each ends: answered, refused, broken off, or left
 * before its end. Counts that a service does not report are estimated; money is worked out by the model's price where
 * the service does not say it itself.
 */
export class ModelMeter {
  readonly models: Models;
  #usage: Usage | undefined;
  #sent: Pick<ModelRequest, 'messages' | 'tools'> = { messages: [] };
  #notSent: readonly ('temperature' | 'seed')[] = [];
  #reply = '';
  #reasoning = '';
  readonly #refusedFields: RefusedField[] = [];

  constructor(models: Models) {
    const stream: Models['stream'] = (request, signal) => this.#measured(models, request, signal);
    this.models = { list: models.list, stream };
  }

  /** What all calls so far have taken; undefined where no model was asked. */
  get usage(): Usage | undefined {
    return this.#usage;
  }

  /** What the last server was sent: where nothing binds the reply, the words that say its form. */
  get sent(): Pick<ModelRequest, 'messages' | 'tools'> {
    return this.#sent;
  }

  /** Settings of the last request that its server did not get, because it refuses them. */
  get notSent(): readonly ('temperature' | 'seed')[] {
    return this.#notSent;
  }

  get heard(): Heard {
    return {
      ...(this.#reply === '' ? {} : { reply: this.#reply }),
      ...(this.#reasoning === '' ? {} : { reasoning: this.#reasoning }),
      ...(this.#refusedFields.length === 0 ? {} : { refusedFields: this.#refusedFields }),
    };
  }

  async *#measured(models: Models, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const spec = models.list.find(({ id }) => id === request.model);
    this.#reply = '';
    this.#notSent = [];
    let said = 0;
    let isCounted = false;
    let sent = request.tools !== undefined || spec?.structuredOutput === true ? request : inWords(request);
    this.#sent = sent;
    const count = (reported: Usage): Usage => {
      const usage = priced(completed(reported, sent, said), spec);
      isCounted = true;
      this.#usage = this.#usage === undefined ? usage : sumOfUsage(this.#usage, usage);
      return usage;
    };
    try {
      for await (const event of models.stream(request, signal)) {
        said += this.#hear(event);
        if (event.type === 'not-sent') this.#notSent = event.settings;
        if (event.type === 'unbound') {
          sent = inWords(request);
          this.#sent = sent;
        }
        yield event.type === 'done' ? { ...event, usage: count(event.usage) } : event;
      }
    } catch (thrown) {
      const usage = thrown instanceof CallError ? thrown.failed.usage : undefined;
      // A server that did not begin to answer took nothing.
      isCounted ||= usage !== undefined && isEmpty(usage);
      if (!isCounted) count(usage ?? {});
      throw thrown;
    } finally {
      if (!isCounted) count({});
    }
  }

  /** @returns how many bytes the model has written with it */
  #hear(event: ModelEvent): number {
    switch (event.type) {
      case 'text':
        this.#reply += event.text;
        return utf8Length(event.text);
      case 'reasoning':
        this.#reasoning += event.text;
        return utf8Length(event.text);
      case 'text-was-reasoning':
        this.#reasoning += this.#reply;
        this.#reply = '';
        return 0;
      case 'tool-call':
        return utf8Length(event.name) + utf8Length(event.arguments);
      case 'refused-field': {
        const { type: _type, ...refused } = event;
        this.#refusedFields.push(refused);
        return 0;
      }
      case 'unbound':
      case 'not-sent':
      case 'done':
        return 0;
    }
  }
}

/** What wraps a message. */
const TOKENS_AROUND_MESSAGE = 4;

/** A service that counts nothing where something was said has not counted. */
function completed(reported: Usage, request: ModelRequest, said: number): Usage {
  const { inputTokens, outputTokens } = reported;
  const knowsInput = inputTokens !== undefined && inputTokens > 0;
  const knowsOutput = outputTokens !== undefined && (outputTokens > 0 || said === 0);
  if (knowsInput && knowsOutput) return reported;
  return {
    ...reported,
    inputTokens: knowsInput ? inputTokens : inputOf(request),
    outputTokens: knowsOutput ? outputTokens : estimatedTokens(said),
    estimated: true,
  };
}

/** The request as it goes out to a server that binds no reply: its messages say the schema. */
function inWords(request: ModelRequest): ModelRequest {
  const { schema: _schema, tools: _tools, unbound, ...rest } = request;
  return unbound === undefined ? request : { ...rest, messages: unbound };
}

function inputOf({ messages, schema, tools }: ModelRequest): number {
  const words = messages.map(({ text }) => estimatedTokens(utf8Length(text)) + TOKENS_AROUND_MESSAGE);
  const beside = [schema, tools].flatMap((one) => (one === undefined ? [] : [JSON.stringify(one)]));
  const forms = beside.map((text) => estimatedTokens(utf8Length(text)));
  return [...words, ...forms].reduce((total, tokens) => total + tokens, 0);
}

/** Integer micro-units, each kind of token rounded up (K10). */
function priced(usage: Usage, spec: ModelSpec | undefined): Usage {
  if (usage.microUnits !== undefined || spec?.price === undefined) return usage;
  const { input, output, currency } = spec.price;
  const cost = (tokens: number | undefined, price: number): number =>
    Math.ceil(((tokens ?? 0) * price) / 1_000_000);
  return {
    ...usage,
    currency,
    microUnits: cost(usage.inputTokens, input) + cost(usage.outputTokens, output),
  };
}

export function sumOfUsage(one: Usage, other: Usage): Usage {
  const added = (name: 'inputTokens' | 'outputTokens' | 'microUnits') => {
    const total = (one[name] ?? 0) + (other[name] ?? 0);
    return one[name] === undefined && other[name] === undefined ? {} : { [name]: total };
  };
  const currency = one.currency ?? other.currency;
  return {
    ...added('inputTokens'),
    ...added('outputTokens'),
    ...added('microUnits'),
    ...present({ currency }),
    ...(one.estimated || other.estimated ? { estimated: true } : {}),
  };
}

function isEmpty(usage: Usage): boolean {
  return Object.keys(usage).length === 0;
}

/** Bounds of one reply. Times are milliseconds, sizes bytes of UTF-8. */
interface ReplyLimits {
  readonly bytes: number;
  readonly idleMs: number;
  readonly totalMs: number;
}

const DEFAULT_LIMITS: ReplyLimits = {
  bytes: LIMITS.plannerReplyBytes,
  idleMs: LIMITS.plannerIdleMs,
  totalMs: LIMITS.plannerTotalMs,
};

/**
 * Models whose replies end (case E4): too long, too slow and endless ones are aborted upstream, after what came so
 * far was handed on. A provider that ignores the abort is left behind.
 */
export function boundedModels(models: Models, clock: Clock, limits: ReplyLimits = DEFAULT_LIMITS): Models {
  return {
    list: models.list,
    stream: (request, signal) => bounded(models, request, signal, clock, limits),
  };
}

async function* bounded(
  models: Models,
  request: ModelRequest,
  signal: AbortSignal,
  clock: Clock,
  limits: ReplyLimits,
): AsyncGenerator<ModelEvent> {
  const watch = new Watch(signal, clock, limits);
  const events = models.stream(request, watch.signal)[Symbol.asyncIterator]();
  let bytesLeft = limits.bytes;
  try {
    for (;;) {
      const next = await watch.wait(() => events.next());
      if (next.done) return;
      const event = next.value;
      if (event.type === 'done') {
        yield event;
        return;
      }
      bytesLeft -= bytesOf(event);
      if (bytesLeft < 0) {
        // A part of the text that surely fits is kept, so that a reader sees what came.
        if (event.type === 'text' || event.type === 'reasoning')
          yield { type: event.type, text: event.text.slice(0, Math.max(0, limits.bytes >> 2)) };
        throw tooLarge(limits.bytes);
      }
      yield event;
    }
  } finally {
    watch.end();
    // Not awaited: a provider that hangs would hang us with it.
    void events.return?.()?.then(undefined, () => {});
  }
}

function bytesOf(event: ModelEvent): number {
  if (event.type === 'text' || event.type === 'reasoning') return utf8Length(event.text);
  return event.type === 'tool-call' ? utf8Length(event.name) + utf8Length(event.arguments) : 0;
}

/** Waits for a provider, but no longer than allowed, and not after the caller has withdrawn. */
class Watch {
  readonly #clock: Clock;
  readonly #limits: ReplyLimits;
  readonly #controller = new AbortController();
  readonly #withdrawTotal: () => void;
  readonly #outer: AbortSignal;
  #giveUp: (reason: CallError) => void = () => {};
  #reason: CallError | null = null;

  constructor(outer: AbortSignal, clock: Clock, limits: ReplyLimits) {
    this.#outer = outer;
    this.#clock = clock;
    this.#limits = limits;
    this.#withdrawTotal = clock.after(limits.totalMs, () => this.#stop(tooSlow(limits.totalMs, 'in all')));
    if (outer.aborted) this.#stop(aborted());
    else outer.addEventListener('abort', this.#onAbort);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  async wait<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#reason) throw this.#reason;
    const withdraw = this.#clock.after(this.#limits.idleMs, () =>
      this.#stop(tooSlow(this.#limits.idleMs, 'without a word')),
    );
    try {
      return await new Promise<Value>((resolve, reject) => {
        this.#giveUp = reject;
        work().then(resolve, (thrown) => reject(this.#reason ?? thrown));
      });
    } finally {
      withdraw();
    }
  }

  end(): void {
    this.#withdrawTotal();
    this.#outer.removeEventListener('abort', this.#onAbort);
    this.#controller.abort();
  }

  readonly #onAbort = (): void => this.#stop(aborted());

  #stop(reason: CallError): void {
    this.#reason ??= reason;
    this.#giveUp(this.#reason);
    this.#controller.abort();
  }
}

function tooSlow(ms: number, how: string): CallError {
  return new CallError({
    code: 'MODEL_NO_ANSWER',
    message: `The model did not answer within ${ms / 1000} seconds ${how}.`,
    help: 'Check whether its server is busy or still loads the model, then try again or choose another.',
  });
}

function tooLarge(bytes: number): CallError {
  return new CallError({
    code: 'MODEL_REPLY_TOO_LARGE',
    message: `The model's reply is larger than ${bytes} bytes and was cut off.`,
    help: 'Ask for less at once, or bound the output of the model.',
  });
}

function aborted(): CallError {
  return new CallError({
    code: 'MODEL_ABORTED',
    message: 'The call was withdrawn before the model had answered.',
    help: 'Run the step again if its answer is still wanted.',
  });
}
