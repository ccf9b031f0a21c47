import type { Json, JsonObject } from '#base';
import type { PlanNode } from '#plan';
import { objectAt } from '../common/fields';
import { defaultOf } from './defaults';
import { keptOf } from './writing';

/** A parameter that says what its default says is only written where it was written out. */
export function params(node: PlanNode, all: Readonly<Record<string, Json | undefined>>): JsonObject {
  const kept = objectAt(keptOf(node), 'params') ?? {};
  return Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) => {
      if (value === undefined || (value === defaultOf(key) && kept[key] === undefined)) return [];
      return [[key, value]];
    }),
  );
}
