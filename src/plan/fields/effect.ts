import { z } from './zod';

/**
 * What calling something does to the world (L1): nothing, reads, writes; `unknown` counts as `write`.
 * Only `pure` and `read` may be repeated without asking (K6).
 */
export const effectSchema = z.enum(['pure', 'read', 'write', 'unknown']);
export type Effect = z.infer<typeof effectSchema>;
