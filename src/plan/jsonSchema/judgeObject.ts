import { isJsonObject, type Json, type JsonObject } from '#base';
import { matches } from './judgeScalar';
import type { Judging } from './judging';
import { asSchema } from './keywords';
import type { Outcome } from './outcome';
import { Place } from './place';

/** The keywords that look at objects: how many members, which, and what they are. */
export function judgeObject(
  judge: Judging,
  schema: JsonObject,
  place: Place,
  value: JsonObject,
  outcome: Outcome,
): void {
  const { path } = place;
  judgeRequired(judge, schema, value, path, outcome);
  const names = Object.keys(value);
  judge.fuel.spend(names.length);
  const { minProperties, maxProperties, propertyNames } = schema;
  if (typeof minProperties === 'number' && names.length < minProperties)
    outcome.violates(path, 'minProperties', `The value does not have at least ${minProperties} properties.`);
  if (typeof maxProperties === 'number' && names.length > maxProperties)
    outcome.violates(path, 'maxProperties', `The value has more than ${maxProperties} properties.`);
  if (propertyNames !== undefined)
    for (const name of names)
      judge.holdsIn(asSchema(propertyNames), new Place(name, place.member(name).path), outcome);
  judgeDependents(judge, schema, place, value, outcome);
  judgeMembers(judge, schema, place, names, outcome);
}

function judgeRequired(
  judge: Judging,
  { required }: JsonObject,
  value: JsonObject,
  path: string,
  outcome: Outcome,
): void {
  if (!Array.isArray(required)) return;
  judge.fuel.spend(required.length);
  for (const name of required)
    if (!Object.hasOwn(value, String(name)))
      outcome.violates(path, 'required', `The value does not have required property "${name}".`);
}

function judgeDependents(
  judge: Judging,
  schema: JsonObject,
  place: Place,
  value: JsonObject,
  outcome: Outcome,
): void {
  for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
    const dependents = schema[keyword];
    if (!isJsonObject(dependents)) continue;
    for (const [name, dependent] of Object.entries(dependents)) {
      judge.fuel.spend(1);
      if (!Object.hasOwn(value, name)) continue;
      if (Array.isArray(dependent)) allThere(judge, keyword, name, dependent, value, place.path, outcome);
      else judge.holds(asSchema(dependent), place, outcome);
    }
  }
}

function allThere(
  judge: Judging,
  keyword: string,
  name: string,
  needed: readonly Json[],
  value: JsonObject,
  path: string,
  outcome: Outcome,
): void {
  judge.fuel.spend(needed.length);
  for (const one of needed)
    if (!Object.hasOwn(value, String(one)))
      outcome.violates(path, keyword, `The value has "${name}" but does not have "${one}".`);
}

function judgeMembers(
  judge: Judging,
  schema: JsonObject,
  place: Place,
  names: readonly string[],
  outcome: Outcome,
): void {
  const { additionalProperties, unevaluatedProperties } = schema;
  const looked = new Set<string>();
  const look = (name: string, by: Json | undefined): void => {
    looked.add(name);
    judge.holdsIn(asSchema(by), place.member(name), outcome);
  };
  byName(judge, schema, names, look);
  if (additionalProperties !== undefined)
    for (const name of names.filter((one) => !looked.has(one))) look(name, additionalProperties);
  const { evaluated } = outcome;
  if (evaluated === null) return;
  for (const name of looked) evaluated.members.add(name);
  if (unevaluatedProperties === undefined) return;
  for (const name of names.filter((one) => !evaluated.members.has(one))) {
    look(name, unevaluatedProperties);
    evaluated.members.add(name);
  }
}

function byName(
  judge: Judging,
  { properties, patternProperties }: JsonObject,
  names: readonly string[],
  look: (name: string, by: Json | undefined) => void,
): void {
  if (isJsonObject(properties)) {
    const own = new Set(names);
    judge.fuel.spend(Object.keys(properties).length);
    for (const [name, by] of Object.entries(properties)) if (own.has(name)) look(name, by);
  }
  if (isJsonObject(patternProperties))
    for (const [pattern, by] of Object.entries(patternProperties))
      for (const name of names) if (matches(judge, pattern, name)) look(name, by);
}
