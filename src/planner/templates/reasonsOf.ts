import { isJsonObject, type JsonObject, own } from '#base';
import type { PlannerDocument } from '#plan';

/**
 * Why the reading of the goal came to nothing; empty when it came to something, and for a planner that never looks at
 * that reading.
 *
 * @param values what conditions and templates of planners read, with the reading at `memory.question`
 */
export function reasonsOf(values: JsonObject, document: PlannerDocument): readonly string[] {
  if (!JSON.stringify(document).includes('memory.question')) return [];
  const memory = own(values, 'memory');
  const question = isJsonObject(memory) ? own(memory, 'question') : undefined;
  const reasons = isJsonObject(question) ? own(question, 'reasons') : undefined;
  return Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === 'string') : [];
}
