import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { isJsonObject, type Json, type JsonObject, own, present, withoutEnd } from '#base';
import type { Usage } from '#kernel';
import type { ModelSpec } from '#plan';
import {
  CallError,
  type FinishReason,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
  type ModelTool,
} from '#runtime';
import type { ModelCall } from './connectionKind';
import { quoted, readRefusalBody } from './refusalBody';
import { saidInStream, streamCut, unreadable } from './refusals';

/**
 * Asks a server that speaks OpenAI's chat completions, one request and no more. The AI SDK's provider is called
 * directly and not through `streamText`: its retries, tool loop, output parsing and gateway are all things that must
 * not happen here, and leaving them out halves what the page loads. The library arrives when first needed.
 */
export async function* chatCompletions(call: ModelCall): AsyncGenerator<ModelEvent> {
  const { spec, connection, request, fields, wire, signal } = call;
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const schema = boundBy(call);
  const tools = offeredIn(call);
  const names = new FunctionNames(tools);
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: connection.url.replace(/\/+$/, ''),
    includeUsage: true,
    supportsStructuredOutputs: schema !== null,
    transformRequestBody: (body) => fields.apply(body),
    fetch: wire.fetch,
    ...(connection.key === null ? {} : { apiKey: connection.key }),
  });
  const isBound = schema !== null || tools.length > 0;
  const messages = isBound ? request.messages : (request.unbound ?? request.messages);
  const { stream } = await provider.chatModel(spec.model).doStream({
    prompt: messages.map(promptOf),
    abortSignal: signal,
    ...settingsOf(spec, request),
    ...(schema === null ? {} : boundTo(schema)),
    ...(isJsonAlone(call) ? { responseFormat: { type: 'json' as const } } : {}),
    ...(tools.length === 0 ? {} : { tools: functionsOf(tools, names) }),
  });
  if (!isBound && request.unbound !== undefined) yield { type: 'unbound' };
  yield* eventsOf(stream, names);
}

/** The schema that binds the reply: only where the workspace says that the model can, since others refuse it, or loop. */
function boundBy({ spec, request, fields }: ModelCall): JsonObject | null {
  const canBind =
    spec.structuredOutput === true && !fields.leavesOut('response_format') && !fields.isJsonAlone;
  return canBind ? (request.schema ?? null) : null;
}

/** A server that has refused schemas may still hold a reply to JSON; its words say the form then. */
function isJsonAlone({ spec, request, fields }: ModelCall): boolean {
  return spec.structuredOutput === true && request.schema !== undefined && fields.isJsonAlone;
}

/** The functions that it may call; none where its server has refused to be offered any. */
function offeredIn({ request, fields }: ModelCall): readonly ModelTool[] {
  return fields.leavesOut('tools') ? [] : (request.tools ?? []);
}

function functionsOf(tools: readonly ModelTool[], names: FunctionNames): LanguageModelV4FunctionTool[] {
  const byId = new Map(tools.map((tool) => [tool.id, tool]));
  return [...names.entries()].flatMap(([name, id]) => {
    const tool = byId.get(id);
    if (tool === undefined) return [];
    return [{ type: 'function', name, description: tool.description, inputSchema: { ...tool.parameters } }];
  });
}

async function* eventsOf(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  names: FunctionNames,
): AsyncGenerator<ModelEvent> {
  const reader = stream.getReader();
  const thinking = new ThinkingSplitter();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      // Every whole answer ends with `finish`: one that just stops was cut.
      if (done) throw new CallError(streamCut());
      if (value.type === 'text-delta') yield* thinking.push(value.delta);
      else if (value.type === 'reasoning-delta') yield { type: 'reasoning', text: value.delta };
      else if (value.type === 'tool-call')
        yield { type: 'tool-call', name: names.idOf(value.toolName), arguments: value.input };
      // An error part may be followed by text and even by `finish`: neither can be trusted then.
      else if (value.type === 'error') {
        yield* thinking.end();
        throw partFailure(value.error);
      } else if (value.type === 'finish') {
        yield* thinking.end();
        yield endOf(value);
        return;
      }
    }
  } finally {
    // Leaving early must reach the server, or it would go on writing for nobody.
    await reader.cancel().catch(() => {});
  }
}

function endOf({
  usage: reported,
  finishReason: { raw, unified },
}: Extract<LanguageModelV4StreamPart, { type: 'finish' }>): ModelEvent {
  const usage = usageOf(reported);
  // The library says so where the reply was a refusal and not an answer, though its service said `stop`.
  const reason =
    raw === undefined ? null : finishReasonOf(raw, raw === 'stop' && unified === 'content-filter');
  if (reason === null) throw new CallError(streamCut(), isEmpty(usage) ? {} : { usage });
  return { type: 'done', usage, finishReason: reason };
}

function partFailure(error: unknown): CallError {
  const name = error instanceof Error ? error.name : '';
  // The library's name for a stream that ended without saying why.
  if (name === 'AI_InvalidResponseDataError') return new CallError(streamCut());
  const isUnreadable = name === 'AI_JSONParseError' || name === 'AI_TypeValidationError';
  return new CallError(isUnreadable ? unreadable() : saidInStream(quoted(readRefusalBody(error).reason)));
}

function promptOf({ role, text }: ModelMessage) {
  if (role === 'system') return { role, content: text };
  return { role, content: [{ type: 'text' as const, text }] };
}

function settingsOf(spec: ModelSpec, request: ModelRequest) {
  const temperature = request.temperature ?? spec.temperature;
  const maxOutputTokens = request.maxOutputTokens ?? spec.maxOutputTokens;
  return {
    ...present({ temperature, maxOutputTokens, seed: request.seed }),
  };
}

function boundTo(schema: JsonObject) {
  return {
    responseFormat: { type: 'json' as const, schema: { ...schema }, name: 'plan' },
    providerOptions: { openaiCompatible: { strictJsonSchema: isStrictSchema(schema) } },
  };
}

/** Counts that are missing or negative are no counts (case E4). */
function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  return {
    ...(isCount(inputTokens.total) ? { inputTokens: inputTokens.total } : {}),
    ...(isCount(outputTokens.total) ? { outputTokens: outputTokens.total } : {}),
  };
}

function isEmpty(usage: Usage): boolean {
  return usage.inputTokens === undefined && usage.outputTokens === undefined;
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 0;
}

/** Words of services that stop in the middle, beside those of OpenAI. */
const WORDS: readonly (readonly [RegExp, FinishReason])[] = [
  [/length|max_?(output_?)?tokens|token_?limit/i, 'length'],
  [/refus/i, 'refusal'],
  [/filter|safety|blocked|prohibited|recitation|blocklist|spii|sensitive/i, 'content-filter'],
  [/tool|function/i, 'tool-calls'],
  [/^(stop|eos|eos_token|end_turn|stop_sequence|end|complete|completed|finished|done)$/i, 'stop'],
];

/** Words that say that nothing whole has come. */
const BROKEN = /error|abort|cancel|interrupt|timeout|insufficient|overload/i;

/**
 * Why a model stopped, out of the service's own word.
 *
 * @param hasRefused OpenAI says `stop` also where the model refused
 * @returns null where the word says that the answer broke off
 */
function finishReasonOf(said: string, hasRefused: boolean): FinishReason | null {
  if (hasRefused) return 'refusal';
  if (BROKEN.test(said)) return null;
  return WORDS.find(([word]) => word.test(said))?.[1] ?? 'other';
}

/** What OpenAI's services take for the name of a function. */
const LONGEST = 64;
const NOT_TAKEN = /[^A-Za-z0-9_-]/g;

/**
 * Tools under the names of functions: `text.join` is called `text_join`. Two that would share a name are told apart by a
 * number, so each name stands for one tool.
 */
export class FunctionNames {
  readonly #idByName = new Map<string, string>();

  constructor(tools: readonly Pick<ModelTool, 'id'>[]) {
    // Ids that are names already keep them, whatever stands before them.
    const ids = tools.map(({ id }) => id);
    for (const id of ids) if (nameFor(id) === id) this.#idByName.set(id, id);
    for (const id of ids) if (nameFor(id) !== id) this.#idByName.set(this.#free(nameFor(id)), id);
  }

  /** Name and id of each. */
  entries(): Iterable<readonly [name: string, id: string]> {
    return this.#idByName;
  }

  /** The id of the tool that a function stands for; a name that was not offered is left as it came. */
  idOf(name: string): string {
    return this.#idByName.get(name) ?? name;
  }

  #free(name: string): string {
    for (let number = 2, free = name; ; number++) {
      if (!this.#idByName.has(free)) return free;
      const suffix = `_${number}`;
      free = name.slice(0, LONGEST - suffix.length) + suffix;
    }
  }
}

function nameFor(id: string): string {
  return id.replace(NOT_TAKEN, '_').slice(0, LONGEST);
}

/** Keywords that OpenAI's strict mode takes; anything else makes it refuse the whole request. */
const TAKEN: ReadonlySet<string> = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'anyOf', 'enum', 'const'],
  ...['$ref', '$defs', 'title', 'description', 'pattern', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
]);
const MOST_LEVELS = 10;
const MOST_PROPERTIES = 5_000;

/**
 * Whether a schema lies within OpenAI's strict subset: an object at the top, objects closed and with every property
 * required, and no keyword beside those that it knows. Others are sent without `strict`, so that they still guide.
 */
function isStrictSchema(schema: JsonObject): boolean {
  const left = { properties: MOST_PROPERTIES };
  return (
    own(schema, 'type') === 'object' &&
    own(schema, 'anyOf') === undefined &&
    isSafe(schema, MOST_LEVELS, left)
  );
}

function isSafe(schema: Json | undefined, levels: number, left: { properties: number }): boolean {
  if (!isJsonObject(schema) || levels < 0 || Object.keys(schema).some((key) => !TAKEN.has(key))) return false;
  const { $ref, $defs, anyOf, items } = schema;
  if ($ref !== undefined && !(typeof $ref === 'string' && $ref.startsWith('#'))) return false;
  const inner: readonly (Json | undefined)[] = [
    ...(items === undefined ? [] : [items]),
    ...(Array.isArray(anyOf) ? anyOf : anyOf === undefined ? [] : [undefined]),
    ...(isJsonObject($defs) ? Object.values($defs) : []),
  ];
  if (!isClosed(schema)) return false;
  const properties = isJsonObject(schema.properties) ? Object.values(schema.properties) : [];
  left.properties -= properties.length;
  return left.properties >= 0 && [...inner, ...properties].every((one) => isSafe(one, levels - 1, left));
}

function isClosed({ type, properties, required, additionalProperties }: JsonObject): boolean {
  const isObject =
    type === 'object' || (Array.isArray(type) && type.includes('object')) || properties !== undefined;
  if (!isObject) return true;
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  return (
    additionalProperties === false &&
    Array.isArray(required) &&
    names.every((name) => required.includes(name))
  );
}

/** Marks that chat templates put around reasoning. What a prompt may ask for, like `<reasoning>`, is not among them. */
const MARKS = [
  { open: '<think>', close: '</think>' },
  { open: '<seed:think>', close: '</seed:think>' },
  { open: '[THINK]', close: '[/THINK]' },
] as const;

type Mark = (typeof MARKS)[number];

/**
 * Tells what a model thinks from what it answers, where its server leaves both in one text. Only the beginning of an
 * answer can be reasoning, so that an answer may write about such marks. Templates of some models open the mark
 * themselves: then a closing one that stands alone on a line ends reasoning that was taken for text.
 */
class ThinkingSplitter {
  #phase: 'start' | 'thinking' | 'answer' = 'start';
  #mark: Mark = MARKS[0];
  #hasThought = false;
  /** What may be the beginning of a mark, and is not told yet. */
  #held = '';
  /** Whether the line that has been told so far is blank. */
  #atLineStart = true;

  push(delta: string): ModelEvent[] {
    this.#held += delta;
    return this.#read(false);
  }

  end(): ModelEvent[] {
    return this.#read(true);
  }

  #read(isEnd: boolean): ModelEvent[] {
    const events: ModelEvent[] = [];
    for (;;) {
      const before = this.#phase;
      if (before === 'start') this.#begin(isEnd);
      else if (before === 'thinking') events.push(...this.#think(isEnd));
      else events.push(...this.#answer(isEnd));
      if (this.#phase === before) return events;
    }
  }

  #begin(isEnd: boolean): void {
    const said = this.#held.trimStart();
    const mark = MARKS.find(({ open }) => said.startsWith(open));
    if (mark !== undefined) {
      this.#mark = mark;
      this.#held = said.slice(mark.open.length);
      this.#hasThought = true;
      this.#phase = 'thinking';
    } else if (isEnd || !MARKS.some(({ open }) => open.startsWith(said))) {
      if (this.#hasThought) this.#held = said;
      this.#phase = 'answer';
    }
  }

  #think(isEnd: boolean): ModelEvent[] {
    const { close } = this.#mark;
    const at = this.#held.indexOf(close);
    const keep = isEnd || at >= 0 ? 0 : overlap(this.#held, close);
    const text = at >= 0 ? this.#held.slice(0, at) : this.#held.slice(0, this.#held.length - keep);
    this.#held = at >= 0 ? this.#held.slice(at + close.length) : this.#held.slice(text.length);
    if (at >= 0) this.#phase = 'start';
    return text === '' ? [] : [{ type: 'reasoning', text }];
  }

  #answer(isEnd: boolean): ModelEvent[] {
    if (this.#hasThought) return this.#tell(this.#held.length);
    const events: ModelEvent[] = [];
    for (const { close } of MARKS) {
      const at = this.#held.indexOf(close);
      if (at < 0 || !this.#standsAlone(at, close, isEnd)) continue;
      events.push(...this.#tell(at), { type: 'text-was-reasoning' });
      this.#held = this.#held.slice(close.length);
      this.#hasThought = true;
      this.#phase = 'start';
      return events;
    }
    const keep = isEnd ? 0 : Math.max(...MARKS.map(({ close }) => this.#undecided(close)));
    return this.#tell(this.#held.length - keep);
  }

  #tell(length: number): ModelEvent[] {
    const text = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    if (text === '') return [];
    this.#atLineStart = this.#isBlankLine(text);
    return [{ type: 'text', text }];
  }

  #standsAlone(at: number, close: string, isEnd: boolean): boolean {
    const after = this.#held.slice(at + close.length);
    const ends = after.trimStart() !== after ? /^[ \t]*\r?\n/.test(after) : after === '' && isEnd;
    return ends && this.#isBlankLine(this.#held.slice(0, at));
  }

  #isBlankLine(text: string): boolean {
    const line = text.slice(text.lastIndexOf('\n') + 1);
    return line.trim() === '' && (this.#atLineStart || text.includes('\n'));
  }

  /** How much of the end cannot be told yet: a part of the mark, or the mark whose line has not ended. */
  #undecided(close: string): number {
    const line = this.#held.endsWith('\r') ? this.#held.slice(0, -1) : this.#held;
    const trimmed = withoutEnd(line, (character) => character === ' ' || character === '\t');
    if (trimmed.endsWith(close) && this.#isBlankLine(trimmed.slice(0, -close.length)))
      return this.#held.length - trimmed.length + close.length;
    const part = overlap(this.#held, close);
    return part > 0 && this.#isBlankLine(this.#held.slice(0, -part)) ? part : 0;
  }
}

/** Length of the longest end of a text that a mark begins with. */
function overlap(text: string, mark: string): number {
  for (let length = Math.min(text.length, mark.length - 1); length > 0; length--)
    if (mark.startsWith(text.slice(-length))) return length;
  return 0;
}
