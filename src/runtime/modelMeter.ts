import { estimatedTokens, utf8Length } from '#base';
import type { RefusedField, Usage } from '#kernel';
import type { ModelSpec } from '#plan';
import { CallError } from './callError';
import type { ModelEvent, ModelRequest, Models } from './ports';

/** What the models of one call said, beside what its capability makes of it: kept with the fact. */
export interface Heard {
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
    ...(currency === undefined ? {} : { currency }),
    ...(one.estimated || other.estimated ? { estimated: true } : {}),
  };
}

function isEmpty(usage: Usage): boolean {
  return Object.keys(usage).length === 0;
}
