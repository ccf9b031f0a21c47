import { HandleValue } from './handles';
import { areWalksPaid, pay } from './meter';

/** Variables with every object that has a member `constructor`, at any depth, as a map; all others as they are. */
export function withMaps(variables: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
  return new Map([...variables].map(([name, value]) => [name, mapped(value)]));
}

function mapped(value: unknown): unknown {
  if (areWalksPaid() && !pay('walk', 1)) return null;
  if (Array.isArray(value)) {
    const items = value.map(mapped);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (typeof value !== 'object' || value === null || value instanceof HandleValue) return value;
  const before = Object.entries(value);
  const entries = before.map(([key, item]) => [key, mapped(item)] as const);
  if (Object.hasOwn(value, 'constructor')) return new Map(entries);
  const isChanged = entries.some(([, item], index) => item !== before[index]?.[1]);
  return isChanged ? Object.fromEntries(entries) : value;
}
