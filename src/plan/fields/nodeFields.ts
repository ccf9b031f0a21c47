import {
  as,
  capabilityIdSchema,
  eventTypeSchema,
  idSchema,
  jsonSchema,
  keyRoles,
  roles,
  sourceSchema,
  variableNameSchema,
} from './fields';
import { z } from './inspect';

const milliseconds = z.int().min(1);

/** How often and how slowly a failed attempt is tried again (L2). `maxAttempts` counts the first. */
export const retryFields = {
  maxAttempts: z.int().min(1).max(100).meta({ title: 'Max attempts (including the first)' }),
  initialIntervalMs: z.int().min(0).optional().meta({ title: 'First wait (ms)', default: 1000 }),
  backoffCoefficient: z.number().min(1).optional().meta({ title: 'Back-off factor', default: 2 }),
  maxIntervalMs: z.int().min(0).optional().meta({ title: 'Longest wait (ms)' }),
  jitter: z.number().min(0).max(1).optional().meta({ title: 'Jitter, as a share of the wait' }),
  nonRetryable: z.array(as('words', z.string())).optional().meta({ title: 'Codes that fail at once' }),
} as const;

export const retrySchema = z.strictObject(retryFields).meta({ title: 'Retry' });

export type Retry = z.infer<typeof retrySchema>;

/** Variable ← CEL expression over `result` (V3). */
export const outputSchema = z
  .record(variableNameSchema, as({ is: 'cel', sees: ['result'] }, z.string()))
  .register(keyRoles, { is: 'writes' });

export const featureRefSchema = z.strictObject({ feature: as('feature', idSchema) });

const sharedFields = {
  /** A template, or all variables as they are (V1). */
  input: as({ is: ({ value }) => (value === '*' ? 'data' : 'template') }, jsonSchema).optional(),
  output: outputSchema.optional(),
  timeoutMs: milliseconds.optional().meta({ title: 'Timeout per attempt (ms)' }),
  retry: retrySchema.optional(),
  onError: z
    .enum(['fail', 'continue', 'route'])
    .optional()
    .meta({
      title: 'If it fails',
      titles: { fail: 'The run fails', continue: 'Go on without it', route: 'Take the error port' },
      default: 'fail',
    }),
  features: z
    .array(featureRefSchema)
    .optional()
    .meta({ title: 'Features', description: 'Guards that may refuse it, observers that are told.' }),
  disabled: z
    .enum(['skip', 'pass'])
    .optional()
    .meta({
      title: 'Disabled',
      titles: { '': 'No', skip: 'Skip this and its successors', pass: 'Pass through' },
    }),
  mutex: as('words', idSchema).optional().meta({
    title: 'Mutex',
    description: 'Of the nodes with one name only one works at a time; the others wait their turn.',
  }),
  cancelOn: eventTypeSchema
    .optional()
    .meta({ title: 'Cancel on event', description: 'Also before it has begun.' }),
  background: z.boolean().optional().meta({ title: 'Run in background' }),
  source: sourceSchema.optional(),
} as const;

/** What people set of any node, beside its parameters and what goes in and out of it. */
export const generalFields = z.strictObject(sharedFields).omit({ input: true, output: true, source: true });

/** What a node of a type may have (W1, L2), in the order in which it is written. */
export function nodeShape<Type extends string, Params extends z.ZodType>(type: Type, params: Params) {
  return {
    id: as('name', idSchema),
    type: z.literal(type),
    name: as('words', z.string().max(1_000)).optional(),
    params,
    ...sharedFields,
  };
}

/** An entry of an allow-list of capabilities (P8); `*` at its end stands for any rest. */
export const toolSchema = z
  .union([capabilityIdSchema, z.string().regex(/^[A-Za-z][A-Za-z0-9_.:/-]*\*$/)])
  .register(roles, { is: 'tool' });

export const toolsSchema = z.array(toolSchema);
