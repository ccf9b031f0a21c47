import { capabilityIdSchema, idSchema } from '../fields/fields';
import { z } from '../fields/inspect';

const named = { id: idSchema, name: z.string().optional() } as const;

/**
 * P13: from the raw reply of a planner to a plan. JSONata sees `reply`, its text, and `value`, what the text says as JSON
 * (null where it is none); a capability is given `{planText}`.
 */
export const parserSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...named, kind: z.literal('jsonata'), expression: z.string().min(1) }),
  z.strictObject({ ...named, kind: z.literal('capability'), capability: capabilityIdSchema }),
]);
export type Parser = z.infer<typeof parserSchema>;

/** Parsers that every workspace has: reference 1's reader of a list of steps, by both of its names. */
export const BUILT_IN_PARSERS: ReadonlySet<string> = new Set(['default', 'DEFAULT_JSON_ARRAY_PARSER']);
