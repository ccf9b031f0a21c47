import { isJsonObject, type Json, type JsonObject } from '#base';

/**
 * Follows renamed steps into the expressions that read them: `steps["load data"]` becomes `steps["step-1"]`. Only the
 * quoted form is followed; anything else keeps its text and is judged by the plan's own rules.
 */
export function renameSteps(
  nodes: readonly JsonObject[],
  renamed: ReadonlyMap<string, string>,
): readonly JsonObject[] {
  if (renamed.size === 0) return nodes;
  return nodes.map((node) => renamedObject(node, renamed));
}

function renamedObject(object: JsonObject, renamed: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key,
      key === 'source' ? value : renamedValue(value, renamed),
    ]),
  );
}

function renamedValue(value: Json, renamed: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return renamedText(value, renamed);
  if (Array.isArray(value)) return value.map((item) => renamedValue(item, renamed));
  return isJsonObject(value) ? renamedObject(value, renamed) : value;
}

function renamedText(text: string, renamed: ReadonlyMap<string, string>): string {
  if (!text.includes('steps[')) return text;
  return text.replace(/\bsteps\[\s*(["'])([^"'\\]*)\1\s*\]/g, (whole, _quote, id: string) => {
    const to = renamed.get(id);
    return to === undefined ? whole : `steps["${to}"]`;
  });
}
