import { describe, expect, it, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '#base';
import { machinePartSchema, readJson } from '#plan';
import { asVariant, blankValue, fieldsOf, kindOf, type SchemaField } from '../../../src/app/forms/schema';

const MACHINE = machinePartSchema('machine');
const STATE = machinePartSchema('state');
const TRANSITION = machinePartSchema('transition');

/** Names by which the document finds things, and what is edited beside the form. */
const NO_FIELDS = [
  'id',
  'kind',
  'name',
  'description',
  'variables',
  'strict',
  'result',
  'type',
  'meta',
  'restart',
];

/** All fields of a schema that a form shows, and those inside its rows and objects, of each variant. */
function everyField(schema: JsonObject, value: JsonObject = {}): readonly SchemaField[] {
  return fieldsOf(schema, value)
    .filter(({ isGiven }) => !isGiven)
    .flatMap((field) => [field, ...insideOf(field)]);
}

function insideOf({ kind }: SchemaField): readonly SchemaField[] {
  if (kind.kind === 'object') return everyField(kind.schema);
  return kind.kind === 'rows' ? variantsIn(kind.item).flatMap((value) => everyField(kind.item, value)) : [];
}

function variantsIn(item: JsonObject): readonly JsonObject[] {
  const tag = fieldsOf(item).find(({ isVariant }) => isVariant);
  const options = tag?.kind.kind === 'choice' ? tag.kind.options : [];
  return tag === undefined ? [{}] : options.map(({ value }) => ({ [tag.name]: value }));
}

const ACTIONS = itemOf(STATE, 'entry');

function itemOf(schema: JsonObject, name: string): JsonObject {
  const kind = fieldsOf(schema).find((field) => field.name === name)?.kind;
  return kind?.kind === 'rows' ? kind.item : {};
}

describe('E5 fault B8 what a machine may say is asked for by its schema', () => {
  test.each([
    ['a machine', MACHINE],
    ['a state', STATE],
    ['a transition', TRANSITION],
  ])('each field of %s has a title, which labels it, and a control of its own', (_, schema) => {
    const own = fieldsOf(schema).filter(({ name, isGiven }) => !isGiven && !NO_FIELDS.includes(name));
    const fields = own.flatMap((field) => [field, ...insideOf(field)]);
    expect(fields.length).toBeGreaterThan(3);
    const untitled = fields.filter((field) => typeof field.schema.title !== 'string');
    expect(untitled.map(({ name }) => name)).toEqual([]);
  });

  it('what is a value of another schema, or an expression, is typed as one', () => {
    const kinds = (schema: JsonObject, value: JsonObject = {}) =>
      Object.fromEntries(fieldsOf(schema, value).map(({ name, kind }) => [name, kind.kind]));
    expect(kinds(TRANSITION)).toMatchObject({ event: 'text', when: 'expression', actions: 'rows' });
    expect(kinds(itemOf(MACHINE, 'delays'))).toEqual({ name: 'text', ms: 'computed' });
    expect(kinds(ACTIONS, { type: 'raise' })).toMatchObject({
      event: 'text',
      data: 'untyped',
      delayMs: 'number',
    });
    expect(fieldsOf(ACTIONS, { type: 'log' }).find(({ name }) => name === 'message')?.isTemplate).toBe(true);
    expect(kindOf({ anyOf: [{ type: 'number' }, { type: 'string' }] }).kind).toBe('untyped');
  });

  it('transitions of an invocation, and what an import has kept, have no field there', () => {
    const shown = everyField(itemOf(STATE, 'invoke')).map(({ name }) => name);
    expect(shown).toEqual(expect.arrayContaining(['id', 'capability', 'plan', 'input', 'output', 'retry']));
    expect(shown).not.toContain('onDone');
    expect(shown).not.toContain('source');
  });
});

describe('E5 what is added to a machine can be kept at once', () => {
  const machine = (fields: JsonObject): Json => ({
    format: 'planloom/workspace',
    version: 1,
    id: 'w',
    plans: [{ id: 'm', kind: 'state-machine', states: [{ id: 'a' }], ...fields }],
  });
  const isKept = (fields: JsonObject) => readJson(machine(fields)).kind === 'document';

  test.each(['responders', 'guards', 'delays', 'invoke', 'entry'])('a new one of the %s', (list) => {
    const item = itemOf(MACHINE, list);
    const one = blankValue(item, []);
    const two = blankValue(item, [one]);
    expect(isKept({ [list]: [one, two] })).toBe(true);
  });

  test.each(variantsIn(ACTIONS).map((word) => [String(word.type), word]))(
    'an action that is made one of type %s, with what both have',
    (_, word) => {
      for (const before of variantsIn(ACTIONS)) {
        const action = asVariant(ACTIONS, blankValue(ACTIONS, [], before), word);
        expect(isKept({ entry: [action] }), JSON.stringify(action)).toBe(true);
      }
      const kept = asVariant(ACTIONS, { type: 'raise', event: 'order.paid' }, word);
      const hasEvent = fieldsOf(ACTIONS, word).some(({ name }) => name === 'event');
      expect(isJsonObject(kept) && kept.event === 'order.paid').toBe(hasEvent);
    },
  );
});
