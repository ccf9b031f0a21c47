import { isCapabilityId, isEventType, isId, isVariableName, type Json } from '#base';
import { roles } from './roles';
import { z } from './zod';

/** The words that are never ids (case C1), for the published schema; `isId` and its like judge. */
const NOT_OF_THE_PROTOTYPE = '(?!(?:__proto__|prototype|constructor|toString|valueOf|hasOwnProperty)$)';

/** W2: ids of ours. */
export const idSchema = z
  .string()
  .refine(isId, { error: 'must be an id: a letter, then up to 63 letters, digits, "_" or "-"' })
  .meta({ pattern: `^${NOT_OF_THE_PROTOTYPE}[A-Za-z][A-Za-z0-9_-]{0,63}$` });

/** W2: names of variables. */
export const variableNameSchema = z
  .string()
  .refine(isVariableName, {
    error: 'must be a variable name: a letter or "_", then up to 63 letters, digits or "_"',
  })
  .meta({ pattern: `^${NOT_OF_THE_PROTOTYPE}[A-Za-z_][A-Za-z0-9_]{0,63}$` });

/** W2 and T6: event types. */
export const eventTypeSchema = z
  .string()
  .refine(isEventType, {
    error: 'must be an event type, and not one that begins with "xstate.", "sys." or "planloom."',
  })
  .meta({ pattern: '^(?!(?:xstate|sys|planloom)\\.)[A-Za-z][A-Za-z0-9_.-]{0,127}$' })
  .register(roles, { is: 'event' });

/** W2: ids of capabilities; what is so called is called by whoever says it, unless its field says otherwise. */
export const capabilityIdSchema = z
  .string()
  .refine(isCapabilityId, { error: 'must be a capability id such as "table.filter"' })
  .meta({ pattern: `^${NOT_OF_THE_PROTOTYPE}[A-Za-z][A-Za-z0-9_.:/-]{0,127}$` })
  .register(roles, { is: 'capability' });

/** Any JSON value. Depth and size were judged before parsing (W3). */
export const jsonSchema: z.ZodType<Json> = z.json();

/** A JSON Schema, kept as it is; it is read by the validator for foreign schemas. */
export const foreignSchema = z
  .record(z.string(), jsonSchema)
  .meta({ description: 'A JSON Schema' })
  .register(roles, { is: 'schema' });

/** Foreign leftovers that an importer found no counterpart for (W3); never looked into. */
export const sourceSchema = z.record(z.string(), jsonSchema).register(roles, { is: 'source' });
