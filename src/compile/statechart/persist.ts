import { isJsonObject, type Json, type JsonObject, PersistentMap } from '#base';
import type { MachineStanding } from './turn';

/** A standing as JSON; `restoreStanding` gives one that goes on in the same way. */
export function persistStanding(standing: MachineStanding): JsonObject {
  const { status, configuration, value, tags, results, goalData, snapshot } = standing;
  const entries = [...standing.variables].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    status,
    configuration,
    value,
    tags,
    variables: Object.fromEntries(entries),
    results,
    goalData,
    snapshot,
  };
}

/** The inverse of `persistStanding`. Nothing is started. */
export function restoreStanding(json: Json): MachineStanding {
  const saved = isJsonObject(json) ? json : {};
  const { value = null, goalData = null, snapshot = null } = saved;
  return {
    status: saved.status === 'done' || saved.status === 'failed' ? saved.status : 'active',
    configuration: textsIn(saved.configuration),
    value,
    tags: textsIn(saved.tags),
    variables: PersistentMap.from(Object.entries(objectIn(saved.variables))),
    results: objectIn(saved.results),
    goalData,
    snapshot,
  };
}

function objectIn(json: Json | undefined): JsonObject {
  return isJsonObject(json) ? json : {};
}

function textsIn(json: Json | undefined): readonly string[] {
  return Array.isArray(json) ? json.map(String) : [];
}
