import { isJsonObject, type Json, type JsonObject, own } from '#base';
import type { Fields } from '../common/fields';
import { below } from '../common/report';

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

/**
 * Where the plan begins. A saved run does not say it: there it is "start", else the one state that no other leads to, else the
 * first.
 */
export function initialOf(
  fields: Fields,
  states: readonly (readonly [string, Fields])[],
  isRun: boolean,
): string {
  const given = fields.word('initial_state');
  if (given !== undefined || !isRun || states.some(([key]) => key === 'start')) return given ?? 'start';
  const entered = new Set(states.flatMap(([, state]) => targetsIn(state)));
  const sources = states.filter(([key]) => !entered.has(key));
  const [chosen] = (sources.length === 1 ? sources : states)[0] ?? ['start'];
  fields.report.info(
    'INITIAL_ASSUMED',
    `A saved run does not say where its plan begins: "${chosen}" is taken for it.`,
    'Choose another initial state if that is not so.',
    below(fields.path, 'state_machine'),
  );
  return chosen;
}

/** Every state that a state leads to, without a word about what cannot be read. */
function targetsIn(state: Fields): readonly string[] {
  const { transitions, default_next: next } = state.whole();
  const named = Array.isArray(transitions) ? (transitions as readonly Json[]) : [];
  const targets = named.map((one) => (isJsonObject(one) ? own(one, 'to_state') : undefined));
  return [...targets, next].filter((target) => typeof target === 'string');
}
