import {
  canonicalJson,
  type Json,
  type JsonObject,
  LIMITS,
  parseExactJson,
  present,
  utf8Length,
} from '#base';
import { validateJson } from '#plan';
import {
  type CallContext,
  CallError,
  CallResult,
  type ModelEvent,
  type ModelMessage,
  ModelReply,
} from '#runtime';
import { defineCapability } from '../defineCapability';
import { failure, listed } from '../fail';
import { anyJson, row, z } from '../zod';

export const generate = defineCapability({
  id: 'model.generate',
  title: 'Ask a model',
  description:
    'Sends a prompt to a language model and gives its text; with "schema" also the JSON that it answered with.',
  input: z.strictObject({
    prompt: z.string().min(1).meta({ title: 'Prompt', format: 'multiline' }),
    system: z.string().optional().meta({ title: 'Instructions', format: 'multiline' }),
    model: z.string().optional().meta({ title: 'Model', description: 'Id of a model of the workspace.' }),
    schema: row.optional().meta({ title: 'JSON Schema of the answer' }),
    strict: z
      .boolean()
      .optional()
      .meta({ title: 'Fail when the answer does not fit the schema', default: true }),
    temperature: z.number().min(0).max(2).optional().meta({ title: 'Temperature' }),
    maxOutputTokens: z.int().min(1).optional().meta({ title: 'Most tokens of the answer' }),
  }),
  output: z.object({ text: z.string(), json: anyJson.optional() }),
  // A model call costs money and changes nothing: it may be repeated after a crash, and is shown as such (K6).
  effect: 'read',
  isRemote: true,
  icon: 'sparkles',
  tags: ['model'],
  async run({ prompt, system, model, schema, strict, temperature, maxOutputTokens }, context) {
    const request = {
      model: modelId(context, model),
      messages: messagesOf(system, prompt),
      ...(schema ? { schema, unbound: messagesOf(system, `${prompt}\n\n${inWords(schema)}`) } : {}),
      ...present({ temperature, maxOutputTokens }),
    };
    const { text, usage } = await collect(context.models.stream(request, context.signal), context);
    return new CallResult({ text, ...jsonOf(text, schema, strict ?? true) }, usage);
  },
});

function messagesOf(system: string | undefined, prompt: string): readonly ModelMessage[] {
  const user = { role: 'user', text: prompt } as const;
  return system ? [{ role: 'system', text: system }, user] : [user];
}

/** P13: the form of the answer in words, for a model whose server does not bind the answer to it. */
function inWords(schema: JsonObject): string {
  return `Answer with one JSON value that fits this JSON Schema, and with nothing else:\n${canonicalJson(schema)}`;
}

/** The JSON of an answer that was asked for; an answer that is none fails, unless it may be text alone. */
function jsonOf(text: string, schema: JsonObject | undefined, strict: boolean): { readonly json?: Json } {
  if (schema === undefined) return {};
  if (strict) return { json: jsonInReply(text, schema) };
  const json = fittingJson(text, schema);
  return json === undefined ? {} : { json };
}

function modelId({ models }: CallContext, asked: string | undefined): string {
  const [first] = models.list;
  if (!first) {
    throw failure(
      'MODEL_NONE',
      'No model is connected.',
      'Connect one in Settings, or use steps that need none.',
    );
  }
  if (asked === undefined) return first.id;
  if (models.list.some(({ id }) => id === asked)) return asked;
  throw failure(
    'MODEL_UNKNOWN',
    `There is no model "${asked}".`,
    `The models are: ${listed(models.list.map(({ id }) => id))}.`,
  );
}

/** Gathers a stream, showing each token as it comes, and stops at the size that a result may have. */
async function collect(events: AsyncIterable<ModelEvent>, context: CallContext) {
  const reply = new ModelReply();
  let usage = {};
  let bytes = 0;
  for await (const event of events) {
    reply.take(event);
    if (event.type === 'done') usage = event.usage;
    if (event.type !== 'text') continue;
    bytes += utf8Length(event.text);
    if (bytes > LIMITS.toolOutputBytes) throw tooLong();
    context.progress(event.text);
  }
  const { fault, text } = reply;
  if (fault !== null) throw new CallError(fault);
  return { text, usage };
}

function tooLong() {
  return failure(
    'OUTPUT_TOO_LARGE',
    `The model answered more than ${LIMITS.toolOutputBytes} bytes.`,
    'Ask for less, or set the most tokens of the answer.',
  );
}

/**
 * The JSON of a model's answer: the whole text, else the one fenced block in it. Nothing is repaired or guessed: an
 * answer that was asked for with a schema either is that JSON or is not.
 *
 * @throws CallError `REPLY_NOT_JSON` or `REPLY_INVALID` with the first thing that does not fit
 */
function jsonInReply(text: string, schema: JsonObject): Json {
  const parsed = parseExactJson(fencedOrWhole(text), LIMITS.jsonDepth);
  if (!parsed.ok) {
    throw failure(
      'REPLY_NOT_JSON',
      parsed.problem.code === 'JSON_INVALID'
        ? 'The model answered with something that is no JSON.'
        : `The model answered with JSON that cannot be taken as it is written: ${parsed.problem.message}`,
      'Try again, or reword.',
    );
  }
  const [offence] = validateJson(schema, parsed.value);
  if (!offence) return parsed.value;
  throw failure(
    'REPLY_INVALID',
    `The model's JSON does not fit the schema at ${offence.path || 'its top'}: ${offence.message}`,
    'Try again, or simplify the schema.',
  );
}

/** The same where it may be missing. */
function fittingJson(text: string, schema: JsonObject): Json | undefined {
  const parsed = parseExactJson(fencedOrWhole(text), LIMITS.jsonDepth);
  return parsed.ok && validateJson(schema, parsed.value).length === 0 ? parsed.value : undefined;
}

function fencedOrWhole(text: string): string {
  const fences = [...text.matchAll(/^```(?:json)?\s*\n([\s\S]*?)\n```\s*$/gm)];
  const only = fences.length === 1 ? fences[0]?.[1] : undefined;
  return (only ?? text).trim();
}
