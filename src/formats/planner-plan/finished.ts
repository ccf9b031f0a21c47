import { isJsonObject, type Json, type JsonObject } from '#base';

/** Under which name it is kept that the result stands in an object here. */
const WRAPPED = '$result';

/**
 * A run gives outputs by their names (R15), and a finish may give anything: what is no object is the output `result`.
 *
 * @returns the node as it was where it is no such END
 */
export function withNamedResult(node: JsonObject): JsonObject {
  const params = isJsonObject(node.params) ? node.params : {};
  const { result } = params;
  if (node.type !== 'END' || result === undefined || result === null || isJsonObject(result)) return node;
  const source = isJsonObject(node.source) ? node.source : {};
  const kept = isJsonObject(source['planner-plan']) ? source['planner-plan'] : {};
  return {
    ...node,
    params: { ...params, result: { result } },
    source: { ...source, 'planner-plan': { ...kept, [WRAPPED]: 'wrapped' } },
  };
}

/** The way back, as long as the result is that one output. */
export function resultToTheirs(result: Json, kept: JsonObject): Json {
  if (kept[WRAPPED] === undefined || !isJsonObject(result)) return result;
  const { result: inner, ...others } = result;
  return inner !== undefined && Object.keys(others).length === 0 ? inner : result;
}
