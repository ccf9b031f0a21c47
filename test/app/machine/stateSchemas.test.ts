import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '#base';
import { workspaceJsonSchema } from '#plan';
import { kindOf } from '../../../src/app/forms/schema';
import { ACTION, MACHINE_FORM, STATE_FORM, TRANSITION_FORM } from '../../../src/app/machine/stateSchemas';

const inside = (value: JsonObject | undefined, ...names: readonly string[]): JsonObject =>
  names.reduce<JsonObject>((at, name) => {
    const found = at[name];
    return isJsonObject(found) ? found : {};
  }, value ?? {});

const DEFINITIONS = inside(workspaceJsonSchema(), '$defs');
const definition = (name: string): JsonObject => inside(DEFINITIONS, name);

/** What no person writes: what an import has kept, and what is for other readers of the file. */
const KEPT = ['source', 'meta'];
/** Lists of transitions are edited as what leads from a state, each in a form of its own. */
const TRANSITIONS = ['on', 'always', 'after', 'onDone', 'onError'];

/** A part of a machine, its form, and which fields have a control of their own beside the form. */
const PARTS: readonly (readonly [string, JsonObject, JsonObject, readonly string[]])[] = [
  [
    'a state',
    STATE_FORM,
    definition('State'),
    [...KEPT, ...TRANSITIONS, 'id', 'name', 'initial', 'target', 'defaultNext', 'states'],
  ],
  [
    'a machine',
    MACHINE_FORM,
    definition('StateMachinePlan'),
    [
      ...KEPT,
      ...TRANSITIONS,
      ...['id', 'kind', 'name', 'description', 'variables', 'strict', 'result', 'type', 'initial', 'states'],
    ],
  ],
  ['a transition', TRANSITION_FORM, definition('Transition'), [...KEPT, 'target', 'restart']],
  [
    'a transition for an event',
    TRANSITION_FORM,
    definition('EventTransition'),
    [...KEPT, 'target', 'restart', 'event'],
  ],
  [
    'a transition after a delay',
    TRANSITION_FORM,
    definition('DelayedTransition'),
    [...KEPT, 'target', 'restart', 'delayMs', 'delay'],
  ],
  [
    'an invocation',
    inside(STATE_FORM, 'properties', 'invoke', 'items'),
    definition('Invocation'),
    [...KEPT, ...TRANSITIONS],
  ],
  ['a responder', inside(MACHINE_FORM, 'properties', 'responders', 'items'), definition('Responder'), KEPT],
  [
    'a retry',
    inside(STATE_FORM, 'properties', 'invoke', 'items', 'properties', 'retry'),
    definition('Retry'),
    [],
  ],
  ['an action', ACTION, everyAction(), KEPT],
];

/** The fields of actions of all types. */
function everyAction(): JsonObject {
  const { oneOf = [] } = definition('MachineAction');
  const variants = Array.isArray(oneOf) ? oneOf.filter(isJsonObject) : [];
  const types = variants.map((one) => inside(one, 'properties', 'type').const ?? null);
  const fields = Object.assign({}, ...variants.map((one) => inside(one, 'properties')));
  return { properties: { ...fields, type: { enum: types } } };
}

const namesOf = (schema: JsonObject): readonly string[] => Object.keys(inside(schema, 'properties'));

describe('fault B8 what a machine may say is asked for', () => {
  it.each(PARTS)(
    'of %s the form has every field that the document may have, and no other',
    (_, form, document, own) => {
      expect(namesOf(document)).not.toEqual([]);
      expect([...namesOf(form), ...own.filter((name) => namesOf(document).includes(name))].sort()).toEqual(
        [...namesOf(document)].sort(),
      );
    },
  );

  it.each(PARTS)(
    'of %s each field has a title of its own, and the bounds of the document',
    (_, form, document) => {
      for (const [name, asked] of Object.entries(inside(form, 'properties'))) {
        const field = isJsonObject(asked) ? asked : {};
        const meant = inside(document, 'properties', name);
        expect(field, name).toHaveProperty('title');
        expect(field.minimum, name).toBe(meant.minimum);
        if (Array.isArray(field.enum) && Array.isArray(meant.enum))
          expect([...field.enum].sort()).toEqual([...meant.enum].sort());
        if (kindOf(field).kind === 'boolean') expect(meant.type, name).toBe('boolean');
      }
    },
  );
});
