import { eventTypeSchema, jsonSchema } from '../fields/fields';
import { z } from '../fields/inspect';

/** Virtual milliseconds, counted from the start of the simulation. */
const milliseconds = z.int().min(0);

const errorSchema = z.strictObject({ code: z.string().min(1), message: z.string() });

/** L7: what a capability's result may carry besides its value. */
const waitForSchema = z.strictObject({ event: eventTypeSchema, timeoutMs: milliseconds.nullish() });

/** `output` or `error` must be there, which `readScript` judges with the rest that a shape cannot say. */
const outcomeSchema = z.strictObject({
  afterMs: milliseconds.default(0),
  output: jsonSchema.optional(),
  error: errorSchema.optional(),
  break: z.enum(['scope', 'plan', 'run']).optional(),
  waitFor: waitForSchema.optional(),
});

const answerSchema = z.strictObject({ address: z.string(), value: jsonSchema });

const eventSchema = z.strictObject({
  atMs: milliseconds,
  signal: eventTypeSchema.optional(),
  data: jsonSchema.optional(),
  answer: answerSchema.optional(),
  command: z.enum(['pause', 'resume', 'cancel']).optional(),
});

/** H4: how the outside is scripted for a simulation, as it is written. */
export const scriptSchema = z.strictObject({
  inputs: z.record(z.string(), jsonSchema).default({}),
  nodes: z.record(z.string(), z.array(outcomeSchema).min(1)).default({}),
  default: outcomeSchema.optional(),
  events: z.array(eventSchema).default([]),
  startAt: z.iso.datetime({ offset: true }).default('1970-01-01T00:00:00Z'),
});

export type ScriptText = z.infer<typeof scriptSchema>;
export type OutcomeText = z.infer<typeof outcomeSchema>;
export type EventText = z.infer<typeof eventSchema>;
