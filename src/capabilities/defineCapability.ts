import { isJsonObject, type Json, type JsonObject, LIMITS, utf8Length } from '#base';
import type { Effect } from '#plan';
import { type CallContext, CallResult, type Capability } from '#runtime';
import { failure } from './fail';
import { rowsByReference, withoutRows } from './reading/largeRows';
import { z } from './zod';

/** What a file of this room says of its capability; `input` and `output` become its JSON Schemas (A1). */
interface CapabilityDefinition<Input extends z.ZodType> {
  readonly id: string;
  readonly title: string;
  /** For people and for planners: what it does, what it gives, in one or two sentences. */
  readonly description: string;
  readonly input: Input;
  readonly output: z.ZodType;
  /** `pure` unless said otherwise. */
  readonly effect?: Effect;
  /** Whether it waits for something outside: a network, a person. Not, unless said otherwise. */
  readonly isRemote?: boolean;
  /** Name of a lucide icon; those that are drawn stand in `#picture`. */
  readonly icon: string;
  readonly tags: readonly string[];
  /** What to do when the result is larger than a step may give, where the usual advice does not fit. */
  readonly whenTooLarge?: string;
  run(input: z.output<Input>, context: CallContext): Promise<Json | CallResult> | Json | CallResult;
}

/**
 * Makes a capability out of its definition: descriptor and validation from the same schemas, the result held to
 * `LIMITS.toolOutputBytes`. Rows that are more are handed on by reference where the host keeps tables (V6), and rows that
 * come so are read before it runs.
 *
 * @returns a capability whose `run` throws CallError `INPUT_INVALID`, `OUTPUT_TOO_LARGE` or its own codes
 */
export function defineCapability<Input extends z.ZodType>(
  definition: CapabilityDefinition<Input>,
): Capability {
  return {
    descriptor: {
      id: definition.id,
      title: definition.title,
      description: definition.description,
      input: jsonSchemaOf(definition.input, 'input'),
      output: jsonSchemaOf(definition.output, 'output'),
      effect: definition.effect ?? 'pure',
      icon: definition.icon,
      tags: [...definition.tags],
    },
    isLocal: definition.isRemote !== true,
    async run(input, context) {
      const large = await rowsByReference(input, context);
      const result = await definition.run(readInput(definition, input, large), context);
      if (result instanceof CallResult) {
        refuseTooLarge(definition, result.value);
        return result;
      }
      const { tables } = context;
      const small = tables && isJsonObject(result) ? await withoutRows(result, input, tables) : result;
      refuseTooLarge(definition, small);
      return small;
    },
  };
}

function jsonSchemaOf(schema: z.ZodType, side: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: side,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => withoutSafeBounds(jsonSchema),
  });
  // The way through text drops what zod keeps beside the schema and proves that the rest is JSON.
  const plain: Json = JSON.parse(JSON.stringify(rest));
  return isJsonObject(plain) ? plain : {};
}

/** zod writes the bounds of safe integers to every `int`: noise for a planner's prompt and for a form. */
function withoutSafeBounds(schema: { minimum?: number; maximum?: number }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function readInput<Input extends z.ZodType>(
  definition: CapabilityDefinition<Input>,
  input: Json,
  large: Readonly<Record<string, unknown>>,
): z.output<Input> {
  // What a handle stands for is rows; to hold each of them against the schema would take longer than most steps.
  const empty = Object.fromEntries(Object.keys(large).map((field) => [field, []]));
  const read = definition.input.safeParse(isJsonObject(input) ? { ...input, ...empty } : (input ?? {}));
  if (read.success) {
    if (typeof read.data === 'object' && read.data !== null) Object.assign(read.data, large);
    return read.data;
  }
  const issue = read.error.issues[0];
  const where = issue && issue.path.length > 0 ? `"${issue.path.join('.')}"` : 'the input';
  throw failure(
    'INPUT_INVALID',
    `${definition.title}: ${where} does not fit: ${issue?.message ?? 'it has another shape'}.`,
    `Look at the fields of ${definition.id}, and at what the expressions in them give.`,
  );
}

function refuseTooLarge(
  {
    id,
    whenTooLarge = 'Filter, limit or summarise before this step.',
  }: { id: string; whenTooLarge?: string },
  value: Json,
): void {
  const bytes = utf8Length(JSON.stringify(value));
  if (bytes <= LIMITS.toolOutputBytes) return;
  throw failure(
    'OUTPUT_TOO_LARGE',
    `${id} gave ${bytes} bytes; a result may have ${LIMITS.toolOutputBytes}.`,
    whenTooLarge,
  );
}
