import type { JsonObject } from '#base';
import { fieldsOf } from './schema';

/** What a form holds before it is touched: a box that has to be answered and is not ticked says no. */
export function startValues(schema: JsonObject): JsonObject {
  const unticked = fieldsOf(schema).filter(({ kind, required }) => kind.kind === 'boolean' && required);
  return Object.fromEntries(unticked.map(({ name, default: usual }) => [name, usual ?? false]));
}
