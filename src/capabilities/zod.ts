import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '#base';

// zod probes `new Function` once unless told not to, and every load would file a violation of the CSP (T3).
z.config({ jitless: true });

export { z };

/** Any JSON value; its JSON Schema is `{}`. Depth was judged at the door it came through (W3, V4). */
export const anyJson = z.custom<Json>((value) => value !== undefined);

/** One row of a table: an object of cells. Kept as it is, not copied cell by cell. */
export const row = z.custom<JsonObject>((value) => isJsonObject(value as Json)).meta({ type: 'object' });

export const rows = z.array(row);
