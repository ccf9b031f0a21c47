import { isJsonObject, type JsonObject, own } from '#base';

/** Why the reading of the goal came to nothing, from the planning values; empty when it came to something. */
export function reasonsOf(values: JsonObject): readonly string[] {
  const memory = own(values, 'memory');
  const question = isJsonObject(memory) ? own(memory, 'question') : undefined;
  const reasons = isJsonObject(question) ? own(question, 'reasons') : undefined;
  return Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === 'string') : [];
}
