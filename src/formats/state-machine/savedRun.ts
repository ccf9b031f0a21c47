import { isJsonObject, type Json, type JsonObject, own } from '#base';
import type { Fields } from '../common/fields';

/** Fields of a saved run that say where it stood; the plan is made of its states. */
const OF_RUN = [
  'plan_id',
  'goal_data',
  'response_event',
  'correlation_id',
  'status',
  'current_state',
  'results',
  'parent_plan_id',
  'session_id',
  'user_id',
  'tenant_id',
];

/** The goal's data of a saved run. */
export function goalDataIn(kept: JsonObject): Json | undefined {
  const run = own(kept, 'run');
  return isJsonObject(run) ? own(run, 'goal_data') : undefined;
}

/** Where a saved run stood is kept for the reader; a run of ours begins at the initial state. */
export function runFields(fields: Fields): JsonObject {
  const run = OF_RUN.flatMap((key) => {
    const value = fields.take(key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return run.length === 0 ? {} : { run: Object.fromEntries(run) };
}
