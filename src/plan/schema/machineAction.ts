import { eventTypeSchema, idSchema, jsonSchema, sourceSchema, variableNameSchema } from '../fields/names';
import { as, keyRoles, roles } from '../fields/roles';
import { z } from '../fields/zod';

/** What an implementation of others is called: any text, because it is theirs (M6). */
export const foreignNameSchema = z.string().min(1).max(200);

/** A delay is so many milliseconds, or one of the `delays` of the plan. */
export const delayFields = {
  delayMs: z.int().min(0).optional(),
  delay: as('delay', foreignNameSchema).optional(),
} as const;

const assign = z.strictObject({
  type: z.literal('assign'),
  /** Variable ← CEL; all see the values of before, as the assigners of one XState `assign` do. */
  values: z
    .record(variableNameSchema, z.string().register(roles, { is: 'cel' }))
    .register(keyRoles, { is: 'writes' }),
  source: sourceSchema.optional(),
});

const raise = z.strictObject({
  type: z.literal('raise'),
  event: eventTypeSchema,
  data: as('template', jsonSchema).optional(),
  /** By which `cancel` finds it, where it is delayed. */
  id: as('name', foreignNameSchema).optional(),
  ...delayFields,
  source: sourceSchema.optional(),
});

const send = z.strictObject({
  type: z.literal('send'),
  /** An invocation of this machine. */
  to: as('invocation', idSchema),
  event: eventTypeSchema,
  data: as('template', jsonSchema).optional(),
  id: as('name', foreignNameSchema).optional(),
  ...delayFields,
  source: sourceSchema.optional(),
});

const cancel = z.strictObject({
  type: z.literal('cancel'),
  id: as('words', foreignNameSchema),
  source: sourceSchema.optional(),
});

const log = z.strictObject({
  type: z.literal('log'),
  message: as('template', jsonSchema),
  label: as('words', z.string()).optional(),
  source: sourceSchema.optional(),
});

const emit = z.strictObject({
  type: z.literal('emit'),
  event: eventTypeSchema,
  data: as('template', jsonSchema).optional(),
  source: sourceSchema.optional(),
});

const call = z.strictObject({
  type: z.literal('call'),
  /** A capability, or the name of an implementation that the machine came with and that has to be bound (M6). */
  capability: as('capability', foreignNameSchema),
  input: as('template', jsonSchema).optional(),
  source: sourceSchema.optional(),
});

/**
 * M1: what a machine does on its way, as plain data: the executable content of SCXML, the action objects of XState.
 * `data`, `input` and `message` are templates. A `call` is told and not waited for.
 */
export const machineActionSchema = z.discriminatedUnion('type', [
  assign,
  raise,
  send,
  cancel,
  log,
  emit,
  call,
]);
export type MachineAction = z.infer<typeof machineActionSchema>;
