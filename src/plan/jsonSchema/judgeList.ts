import type { Json, JsonObject } from '#base';
import { canonical } from './judgeScalar';
import type { Judging } from './judging';
import { asSchema, type Schema } from './keywords';
import type { Outcome } from './outcome';
import type { Place } from './place';

/** The keywords that look at lists: how many items, what they are, whether any is there twice. */
export function judgeList(judge: Judging, schema: JsonObject, place: Place, outcome: Outcome): void {
  const { path } = place;
  const { minItems, maxItems, uniqueItems } = schema;
  const items = Array.isArray(place.value) ? (place.value as readonly Json[]) : [];
  const count = items.length;
  if (typeof maxItems === 'number' && count > maxItems)
    outcome.violates(path, 'maxItems', `Array has too many items (${count} > ${maxItems}).`);
  if (typeof minItems === 'number' && count < minItems)
    outcome.violates(path, 'minItems', `Array has too few items (${count} < ${minItems}).`);
  judgeItems(judge, schema, place, count, outcome);
  judgeContains(judge, schema, place, count, outcome);
  judgeUnevaluated(judge, schema, place, count, outcome);
  if (uniqueItems === true) judgeUnique(judge, items, path, outcome);
}

/** The first items by a schema each, then all others by one: two writings of the same, of 2020-12 and of the drafts before. */
function judgeItems(judge: Judging, schema: JsonObject, place: Place, count: number, outcome: Outcome): void {
  const { prefixItems, items, additionalItems } = schema;
  const isOld = Array.isArray(items);
  const first: readonly Json[] = isOld ? items : Array.isArray(prefixItems) ? prefixItems : [];
  const rest = isOld ? additionalItems : items;
  for (const [index, one] of first.slice(0, count).entries())
    judge.holdsIn(asSchema(one), place.member(index), outcome);
  looksAtFirst(outcome, Math.min(first.length, count));
  if (rest === undefined) return;
  for (let index = first.length; index < count; index++)
    judge.holdsIn(asSchema(rest), place.member(index), outcome);
  looksAtFirst(outcome, count);
}

function looksAtFirst({ evaluated }: Outcome, count: number): void {
  if (evaluated !== null) evaluated.firstItems = Math.max(evaluated.firstItems, count);
}

function judgeContains(
  judge: Judging,
  schema: JsonObject,
  place: Place,
  count: number,
  outcome: Outcome,
): void {
  const { contains, minContains, maxContains } = schema;
  if (contains === undefined) return;
  const found = itemsLike(judge, asSchema(contains), place, count);
  for (const index of found) outcome.evaluated?.items.add(index);
  const least = typeof minContains === 'number' ? minContains : 1;
  if (found.length < least) {
    const message =
      minContains === undefined
        ? 'Array does not contain item matching schema.'
        : `Array must contain at least ${least} items matching schema. Only ${found.length} items were found.`;
    outcome.violates(place.path, minContains === undefined ? 'contains' : 'minContains', message);
  }
  if (typeof maxContains === 'number' && found.length > maxContains)
    outcome.violates(
      place.path,
      'maxContains',
      `Array may contain at most ${maxContains} items matching schema. ${found.length} items were found.`,
    );
}

function itemsLike(judge: Judging, schema: Schema, place: Place, count: number): readonly number[] {
  const found: number[] = [];
  for (let index = 0; index < count; index++)
    if (judge.judge(schema, place.member(index)).isValid) found.push(index);
  return found;
}

function judgeUnevaluated(
  judge: Judging,
  { unevaluatedItems }: JsonObject,
  place: Place,
  count: number,
  outcome: Outcome,
): void {
  const { evaluated } = outcome;
  if (unevaluatedItems === undefined || evaluated === null) return;
  for (let index = evaluated.firstItems; index < count; index++)
    if (!evaluated.items.has(index)) judge.holdsIn(asSchema(unevaluatedItems), place.member(index), outcome);
  looksAtFirst(outcome, count);
}

function judgeUnique(judge: Judging, items: readonly Json[], path: string, outcome: Outcome): void {
  const seen = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const text = canonical(judge, item);
    const before = seen.get(text);
    if (before === undefined) {
      seen.set(text, index);
      continue;
    }
    outcome.violates(path, 'uniqueItems', `Duplicate items at indexes ${before} and ${index}.`);
    return;
  }
}
