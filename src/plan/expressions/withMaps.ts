import { isJsonObject, type Json, own } from '#base';

/** Variables with every object that has a member `constructor`, at any depth, as a map; all others as they are. */
export function withMaps(variables: ReadonlyMap<string, Json>): ReadonlyMap<string, unknown> {
  return new Map([...variables].map(([name, value]) => [name, mapped(value)]));
}

function mapped(value: Json): unknown {
  if (Array.isArray(value)) {
    const items = value.map(mapped);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, mapped(item)] as const);
  if (own(value, 'constructor') !== undefined) return new Map(entries);
  const isChanged = entries.some(([key, item]) => item !== own(value, key));
  return isChanged ? Object.fromEntries(entries) : value;
}
