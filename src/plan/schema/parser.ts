import { capabilityIdSchema, itemFields, roles } from '../fields/fields';
import { z } from '../fields/inspect';

const named = itemFields('Steps of our model');

/**
 * P13: from the raw reply of a planner to a plan. JSONata sees `reply`, its text, and `value`, what the text says as JSON
 * (null where it is none); a capability is given `{planText}`.
 */
export const parserSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...named,
    kind: z.literal('jsonata').meta({ title: 'JSONata' }),
    expression: z
      .string()
      .min(1)
      .meta({
        title: 'Expression',
        description:
          'JSONata over reply, the text, and value, what the text says as JSON. It gives a plan in any known form, or {variablesToInject, steps: [{pluginRef, prompt}]}.',
      })
      .register(roles, { is: 'jsonata' }),
  }),
  z.strictObject({
    ...named,
    kind: z.literal('capability').meta({ title: 'A capability' }),
    capability: capabilityIdSchema.meta({
      title: 'Capability',
      description:
        'It is given {planText} and gives a plan in any known form, or {variablesToInject, steps}.',
    }),
  }),
]);
export type Parser = z.infer<typeof parserSchema>;

/** Parsers that every workspace has: reference 1's reader of a list of steps, by both of its names. */
export const BUILT_IN_PARSERS: ReadonlySet<string> = new Set(['default', 'DEFAULT_JSON_ARRAY_PARSER']);
