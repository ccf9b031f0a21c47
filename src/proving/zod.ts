import { z } from 'zod';
import type { Json } from '#base';

// zod probes `new Function` once unless told not to, and every load would file a violation of the CSP (T3).
z.config({ jitless: true });

export { z };

/** Any JSON value; what it means is judged by who reads it. */
export const anyJson = z.custom<Json>((value) => value !== undefined);
