import { isJsonObject, type Json, type JsonObject, own } from '#base';
import { ENVELOPE } from './streamLines';

/**
 * Steps as lines of a stream, with the lines that stood between them in their places.
 *
 * @param reasoning what an import kept of those: `{before, line}` each
 */
export function linesOf(steps: readonly JsonObject[], reasoning: Json | undefined): readonly Json[] {
  const others = Array.isArray(reasoning) ? (reasoning as readonly Json[]).filter(isJsonObject) : [];
  const at = (place: number, isLast: boolean): readonly Json[] =>
    others.flatMap(({ before, line = null }) => {
      const wanted = typeof before === 'number' ? before : 0;
      return wanted === place || (isLast && wanted > place) ? [line] : [];
    });
  return [...steps.flatMap((step, index) => [...at(index, false), lineOf(step)]), ...at(steps.length, true)];
}

function lineOf(step: JsonObject): JsonObject {
  const envelope = own(step, ENVELOPE);
  if (!isJsonObject(envelope)) return { type: 'step', step };
  const { [ENVELOPE]: _line, ...rest } = step;
  return { ...envelope, type: 'step', step: rest };
}
