import { type Diagnostic, err, type Json, ok, type Result } from '#base';
import { idSchema, jsonSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { foreignNameSchema } from '../schema/stateMachine';
import { readShape } from './read';

/** What happens to a machine that is simulated (H1): an event, time that passes, or the end of an invocation. */
export type SimulatedEvent =
  | { readonly kind: 'event'; readonly type: string; readonly data: Json; readonly given: Json }
  /** So many milliseconds, or until a named delay is over. */
  | { readonly kind: 'after'; readonly after: number | string; readonly given: Json }
  | { readonly kind: 'done'; readonly id: string; readonly output: Json; readonly given: Json }
  | {
      readonly kind: 'failed';
      readonly id: string;
      readonly error: { readonly code: string; readonly message: string };
      readonly given: Json;
    };

const errorSchema = z.strictObject({ code: z.string().min(1), message: z.string().default('') });

/** T6: nobody sends events of XState's or of ours; the end of an invocation has XState's name, and is meant as such. */
const typeSchema = z
  .string()
  .min(1)
  .max(200)
  .refine((type) => !/^(xstate|sys|planloom)\./.test(type) || /^xstate\.(done|error)\.actor\../.test(type), {
    error: 'must be the type of an event, and not one that begins with "xstate.", "sys." or "planloom."',
  });

const eventSchema = z.union(
  [
    typeSchema,
    z.strictObject({ type: typeSchema, data: jsonSchema.optional() }),
    z.strictObject({ after: z.union([z.int().min(0), foreignNameSchema]) }),
    z.strictObject({ done: idSchema, output: jsonSchema.optional() }),
    z.strictObject({ failed: idSchema, error: errorSchema.optional() }),
  ],
  {
    error:
      'must be the type of an event, {"type", "data"}, {"after": milliseconds}, {"done": invocation, "output"} or {"failed": invocation, "error"}',
  },
);

/**
 * Reads the events of a simulated machine (H1).
 *
 * @returns them in order, or every problem
 * @example readMachineEvents(['go', { type: 'pay', data: 3 }, { after: 1000 }])
 */
export function readMachineEvents(value: Json): Result<readonly SimulatedEvent[], readonly Diagnostic[]> {
  const shape = readShape(z.array(eventSchema).max(10_000), value);
  if (!shape.ok) return err(shape.problem);
  const given = Array.isArray(value) ? value : [];
  return ok(shape.value.map((event, index) => simulated(event, given[index] ?? null)));
}

/** Reads the answers to guards that are only names (M7). */
export function readGuardAnswers(
  value: Json,
): Result<Readonly<Record<string, boolean>>, readonly Diagnostic[]> {
  return readShape(z.record(z.string(), z.boolean()), value);
}

function simulated(event: z.infer<typeof eventSchema>, given: Json): SimulatedEvent {
  if (typeof event === 'string') return { kind: 'event', type: event, data: null, given };
  if ('type' in event) return { kind: 'event', type: event.type, data: event.data ?? null, given };
  if ('after' in event) return { kind: 'after', after: event.after, given };
  if ('done' in event) return { kind: 'done', id: event.done, output: event.output ?? null, given };
  const { failed: id, error = { code: 'FAILED', message: `"${event.failed}" failed.` } } = event;
  return { kind: 'failed', id, error, given };
}
