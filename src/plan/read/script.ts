import {
  type Address,
  type Diagnostic,
  err,
  isAddress,
  isId,
  type Json,
  type JsonObject,
  ok,
  present,
  problem,
  type Result,
  withoutAttempt,
} from '#base';
import { eventTypeSchema, idSchema, jsonSchema } from '../fields/fields';
import { z } from '../fields/inspect';
import { asJsonSchema } from '../schema/published';
import { foreignNameSchema } from '../schema/stateMachine';
import { pointerOf } from './issues';
import { readShape } from './read';

/** Virtual milliseconds, counted from the start of the simulation. */
const milliseconds = z.int().min(0);

const errorSchema = z.strictObject({
  code: z.string().min(1).meta({ title: 'Code', format: 'code' }),
  message: z.string().meta({ title: 'Message' }),
});

/** L7: what a capability's result may carry besides its value. */
const waitForSchema = z.strictObject({
  event: eventTypeSchema.meta({ title: 'Signal' }),
  timeoutMs: milliseconds.nullish().meta({ title: 'At most', unit: 'ms' }),
});

/** `output` or `error` must be there, which `readScript` judges with the rest that a shape cannot say. */
const outcomeSchema = z.strictObject({
  afterMs: milliseconds.default(0).meta({ title: 'Duration', unit: 'ms' }),
  output: jsonSchema.optional().meta({ title: 'Output', format: 'json' }),
  error: errorSchema.optional(),
  break: z.enum(['scope', 'plan', 'run']).optional(),
  waitFor: waitForSchema.optional(),
});

const answerSchema = z.strictObject({
  address: z.string().meta({ title: 'To' }),
  value: jsonSchema.meta({ title: 'Answer', format: 'json' }),
});

const eventSchema = z.strictObject({
  atMs: milliseconds.meta({ title: 'At', unit: 'ms' }),
  signal: eventTypeSchema.optional().meta({ title: 'Event type' }),
  data: jsonSchema.optional().meta({ title: 'Data', format: 'json' }),
  answer: answerSchema.optional(),
  command: z.enum(['pause', 'resume', 'cancel']).optional(),
});

/** The JSON Schema of what a script says of one call, or of what comes from outside by itself (H4, E5). */
export function scriptPartSchema(part: 'outcome' | 'event'): JsonObject {
  return asJsonSchema(part === 'outcome' ? outcomeSchema : eventSchema);
}

/** H4: how the outside is scripted for a simulation, as it is written. */
const scriptSchema = z.strictObject({
  inputs: z.record(z.string(), jsonSchema).default({}),
  nodes: z.record(z.string(), z.array(outcomeSchema).min(1)).default({}),
  default: outcomeSchema.optional(),
  events: z.array(eventSchema).default([]),
  startAt: z.iso.datetime({ offset: true }).default('1970-01-01T00:00:00Z'),
});

type ScriptedError = Readonly<z.infer<typeof errorSchema>>;
type OutcomeText = z.infer<typeof outcomeSchema>;
type EventText = z.infer<typeof eventSchema>;

/** What becomes of one command (H4). `afterMs` counts from the moment at which it left. */
export type Outcome =
  | {
      readonly kind: 'output';
      readonly afterMs: number;
      readonly output: Json;
      readonly break?: 'scope' | 'plan' | 'run';
      readonly waitFor?: { readonly event: string; readonly timeoutMs: number | null };
    }
  | { readonly kind: 'error'; readonly afterMs: number; readonly error: ScriptedError };

/** What comes from outside by itself, at a virtual millisecond. */
export type ScriptEvent =
  | { readonly kind: 'signal'; readonly atMs: number; readonly signal: string; readonly data: Json }
  | { readonly kind: 'answer'; readonly atMs: number; readonly address: Address; readonly value: Json }
  | { readonly kind: 'command'; readonly atMs: number; readonly command: 'pause' | 'resume' | 'cancel' };

/** The outside of a simulation (H4). */
export interface Script {
  readonly inputs: JsonObject;
  /** Outcomes by KEY: an address without attempt, or a bare node id, each perhaps with the `!call` of a node. */
  readonly nodes: ReadonlyMap<string, readonly Outcome[]>;
  /** What answers where no KEY does: {@link NOTHING_SAID} where the script does not say. */
  readonly default: Outcome;
  readonly events: readonly ScriptEvent[];
  /** RFC 3339: the time of virtual millisecond 0. */
  readonly startAt: string;
}

/** H4: what answers where the script says nothing. */
export const NOTHING_SAID: Outcome = { kind: 'output', afterMs: 0, output: null };

/**
 * Reads the script of a simulation (H4).
 *
 * @returns every problem: those of its shape, `SCRIPT_KEY` for what names no node, `SCRIPT_OUTCOME` and `SCRIPT_EVENT`
 *   for what is none or two at once
 * @example readScript({ nodes: { look: [{ afterMs: 10, output: { text: 'found' } }] } })
 */
export function readScript(value: Json): Result<Script, readonly Diagnostic[]> {
  const shape = readShape(scriptSchema, value);
  if (!shape.ok) return shape;
  const { inputs, nodes, default: fallback, events, startAt } = shape.value;
  const problems: Diagnostic[] = [];
  const keep = <Value>(read: Result<Value, Diagnostic>): readonly Value[] => {
    if (read.ok) return [read.value];
    problems.push(read.problem);
    return [];
  };
  const outcomes = new Map<string, readonly Outcome[]>();
  for (const [key, list] of Object.entries(nodes)) {
    if (!isKey(key)) problems.push(badKey(key));
    const read = list.map((outcome, index) => outcomeOf(outcome, ['nodes', key, index]));
    outcomes.set(key, read.flatMap(keep));
  }
  const script: Script = {
    inputs,
    nodes: outcomes,
    default: (fallback ? keep(outcomeOf(fallback, ['default'])) : [])[0] ?? NOTHING_SAID,
    events: events.flatMap((event, index) => keep(eventOf(event, ['events', index]))),
    startAt,
  };
  return problems.length > 0 ? err(problems) : ok(script);
}

function outcomeOf(given: OutcomeText, path: readonly PropertyKey[]): Result<Outcome, Diagnostic> {
  const { afterMs, output, error, break: ends, waitFor } = given;
  const carries = ends !== undefined || waitFor !== undefined;
  if (error !== undefined && (output !== undefined || carries))
    return err(badOutcome('holds an error beside what only an output has', path));
  if (error !== undefined) return ok({ kind: 'error', afterMs, error });
  if (output === undefined && !carries) return err(badOutcome('has neither output nor error', path));
  return ok({
    kind: 'output',
    afterMs,
    output: output ?? null,
    ...present({ break: ends }),
    ...(waitFor === undefined
      ? {}
      : { waitFor: { event: waitFor.event, timeoutMs: waitFor.timeoutMs ?? null } }),
  });
}

function eventOf(given: EventText, path: readonly PropertyKey[]): Result<ScriptEvent, Diagnostic> {
  const { atMs, signal, data, answer, command } = given;
  const kinds = [signal, answer, command].filter((kind) => kind !== undefined);
  if (kinds.length !== 1 || (data !== undefined && signal === undefined)) return err(badEvent(path));
  if (signal !== undefined) return ok({ kind: 'signal', atMs, signal, data: data ?? null });
  if (command !== undefined) return ok({ kind: 'command', atMs, command });
  const address = answer?.address ?? '';
  if (!isAddress(address)) return err(badAddress(address, [...path, 'answer', 'address']));
  return ok({ kind: 'answer', atMs, address, value: answer?.value ?? null });
}

/** An address without attempt, or a bare id, each perhaps with a call: `/each[2]/look`, `look`, `look!pre-1`. */
function isKey(key: string): boolean {
  const [node = '', call, ...more] = key.split('!');
  if (more.length > 0 || (call !== undefined && !/^[A-Za-z0-9-]+$/.test(call))) return false;
  return isId(node) || (isAddress(node) && withoutAttempt(node) === node);
}

function badKey(key: string): Diagnostic {
  return problem(
    'SCRIPT_KEY',
    `"${key}" names no node.`,
    'Use the id of a node, such as "look", or its address without attempt, such as "/both/look".',
    { field: pointerOf(['nodes', key]) },
  );
}

function badOutcome(what: string, path: readonly PropertyKey[]): Diagnostic {
  return problem(
    'SCRIPT_OUTCOME',
    `An outcome ${what}.`,
    'Write {"afterMs": 10, "output": …} or {"afterMs": 10, "error": {"code", "message"}}.',
    { field: pointerOf(path) },
  );
}

function badEvent(path: readonly PropertyKey[]): Diagnostic {
  return problem(
    'SCRIPT_EVENT',
    'An event is not exactly one of a signal, an answer and a command.',
    'Write {"atMs", "signal", "data"}, {"atMs", "answer": {"address", "value"}} or {"atMs", "command"}.',
    { field: pointerOf(path) },
  );
}

function badAddress(address: string, path: readonly PropertyKey[]): Diagnostic {
  return problem('SCRIPT_EVENT', `"${address}" is no address.`, 'An address looks like "/ask".', {
    field: pointerOf(path),
  });
}

/** What happens to a machine that is simulated (H1): an event, time that passes, or the end of an invocation. */
type MachineEvent =
  | { readonly kind: 'event'; readonly type: string; readonly data: Json }
  /** So many milliseconds, or until a named delay is over. */
  | { readonly kind: 'after'; readonly after: number | string }
  | { readonly kind: 'done'; readonly id: string; readonly output: Json }
  | { readonly kind: 'failed'; readonly id: string; readonly error: ScriptedError };

/** The same with what it was read of. */
export type SimulatedEvent = MachineEvent & { readonly given: Json };

const simulatedErrorSchema = z.strictObject({ code: z.string().min(1), message: z.string().default('') });

/** T6: nobody sends events of XState's or of ours; the end of an invocation has XState's name, and is meant as such. */
const typeSchema = z
  .string()
  .min(1)
  .max(200)
  .refine((type) => !/^(xstate|sys|planloom)\./.test(type) || /^xstate\.(done|error)\.actor\../.test(type), {
    error: 'must be the type of an event, and not one that begins with "xstate.", "sys." or "planloom."',
  });

const simulatedEventSchema = z.union(
  [
    typeSchema,
    z.strictObject({ type: typeSchema, data: jsonSchema.optional() }),
    z.strictObject({ after: z.union([z.int().min(0), foreignNameSchema]) }),
    z.strictObject({ done: idSchema, output: jsonSchema.optional() }),
    z.strictObject({ failed: idSchema, error: simulatedErrorSchema.optional() }),
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
  const shape = readShape(z.array(simulatedEventSchema).max(10_000), value);
  if (!shape.ok) return err(shape.problem);
  const given = Array.isArray(value) ? value : [];
  return ok(shape.value.map((event, index) => ({ ...simulated(event), given: given[index] ?? null })));
}

/** Reads the answers to guards that are only names (M7). */
export function readGuardAnswers(
  value: Json,
): Result<Readonly<Record<string, boolean>>, readonly Diagnostic[]> {
  return readShape(z.record(z.string(), z.boolean()), value);
}

function simulated(event: z.infer<typeof simulatedEventSchema>): MachineEvent {
  if (typeof event === 'string') return { kind: 'event', type: event, data: null };
  if ('type' in event) return { kind: 'event', type: event.type, data: event.data ?? null };
  if ('after' in event) return { kind: 'after', after: event.after };
  if ('done' in event) return { kind: 'done', id: event.done, output: event.output ?? null };
  const { failed: id, error = { code: 'FAILED', message: `"${event.failed}" failed.` } } = event;
  return { kind: 'failed', id, error };
}
