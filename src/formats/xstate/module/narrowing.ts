import { isOnly, NULLISH, OBJECTS, TYPES, type Value } from './value';

/** What is known of places where a part of an expression is evaluated: the bits that they still may be. */
export type Facts = ReadonlyMap<string, number>;

export const NO_FACTS: Facts = new Map();

export function withFacts(facts: Facts, more: Facts): Facts {
  if (more.size === 0) return facts;
  const all = new Map(facts);
  for (const [key, types] of more) all.set(key, (all.get(key) ?? ~0) & types);
  return all;
}

/** What holds of a place that is true, or false, as a condition. */
export function factsOfTruth(value: Value, holds: boolean): Facts {
  const { path } = value;
  if (path === undefined) return NO_FACTS;
  return holds ? factsOfTypes(value, ~NULLISH) : new Map([[path.key, ~OBJECTS]]);
}

/** What holds of a place that is of some of these types: where it is there, so are those in which it is. */
export function factsOfTypes({ path }: Value, types: number): Facts {
  if (path === undefined) return NO_FACTS;
  const facts = new Map([[path.key, types | TYPES.hollow]]);
  if ((types & NULLISH) === 0) for (const owner of path.owners) facts.set(owner, ~NULLISH);
  return facts;
}

/** What `left === right` says of the left. */
export function factsOfEquality(left: Value, right: Value, holds: boolean): Facts {
  if (right.constant === undefined) return NO_FACTS;
  const isNothing = isOnly(right, NULLISH);
  if (holds) return factsOfTypes(left, right.types);
  return isNothing ? factsOfTypes(left, ~right.types) : NO_FACTS;
}
