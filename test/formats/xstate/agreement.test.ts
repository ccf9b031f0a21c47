import { describe, expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import type { Json, JsonObject } from '#base';
import { importXState } from '#formats';
import { check } from '#plan';

const BESIDE: JsonObject = {
  id: 'm',
  initial: 'foo',
  states: { 'foo.bar': {}, foo: { initial: 'bar', states: { bar: {} } } },
};

/** Errors of the import, with what is said to be done. */
async function refusal(input: Json): Promise<readonly string[]> {
  const { workspace, diagnostics } = await importXState(input);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(workspace === null).toBe(errors.length > 0);
  return errors.map(({ code, where, help }) => `${code} ${where.field ?? ''} ${help}`);
}

describe('fault F7 the import takes what check takes, and says of XState what XState does', () => {
  test.each<[string, Json]>([
    ['nothing', {}],
    ['keys of no machine', { a: 1 }],
    ['a file of something else', { name: 'x', tasks: [{ id: 1 }] }],
  ])('an object without a key of XState is no machine: %s', async (_, config) => {
    expect(await refusal(config)).toEqual([expect.stringMatching(/^XSTATE_NOT_A_MACHINE/)]);
  });

  test('a machine that XState takes, and nobody can be in, is refused as check refuses it', async () => {
    const found = await Promise.all(
      [
        { states: {} },
        { type: 'parallel' },
        { initial: 'a', states: { a: { type: 'final', on: { GO: 'b' } }, b: {} } },
        { initial: 'a', states: { a: {}, b: { type: 'history', on: { GO: 'a' }, target: 'a' } } },
      ].map(refusal),
    );
    expect(found.map((all) => all.map((one) => one.split(' ').slice(0, 2).join(' ')))).toEqual([
      ['MACHINE_EMPTY /initial'],
      ['MACHINE_EMPTY /initial'],
      ['FINAL_WITH_TRANSITIONS /states/a/type'],
      ['HISTORY_WITH_FIELDS /states/b/on'],
    ]);
  });

  test('a machine that only does something as it starts is one, here as in XState', async () => {
    const { workspace } = await importXState({ id: 'm', entry: 'beep' });
    const errors = check(workspace ?? expect.fail(), new Map()).filter(
      ({ severity }) => severity === 'error',
    );
    expect(errors.map(({ code }) => code)).toEqual(['CAPABILITY_UNKNOWN']);
  });

  test.each<[string, JsonObject]>([
    ['a final machine', { type: 'final' }],
    ['keys with points', BESIDE],
    ['one id twice', { initial: 'a', states: { a: { id: 'x' }, b: { id: 'x' } } }],
    ['a number for an id', { id: 5, initial: 'a', states: { a: {} } }],
    ['a number for a tag', { initial: 'a', states: { a: { tags: 5 } } }],
    ['a type that is none', { initial: 'a', states: { a: { type: 'odd' } } }],
    ['states that XState never enters', { type: 'atomic', initial: 'a', states: { a: {} } }],
  ])('%s runs in XState: it is refused without saying otherwise', async (_, config) => {
    const errors: unknown[] = [];
    const actor = createActor(createMachine(structuredClone(config) as object));
    actor.subscribe({ error: (error) => errors.push(error) });
    actor.start();
    expect(errors).toEqual([]);
    const said = await refusal(config);
    expect(said.length).toBeGreaterThan(0);
    expect(said.join()).not.toMatch(/would refuse/);
  });

  test.each<[string, JsonObject]>([
    ['a target that is not there', { initial: 'a', states: { a: { on: { GO: 'b' } } } }],
    ['no initial state', { states: { a: {} } }],
    ['an event without a type', { initial: 'a', states: { a: { on: { '': 'a' } } } }],
  ])('%s: XState throws, and that is said', async (_, config) => {
    expect(() => createMachine(structuredClone(config) as object)).toThrow();
    expect(await refusal(config)).toEqual([
      expect.stringMatching(/^XSTATE_INVALID .*XState v5 would refuse/),
    ]);
  });
});
