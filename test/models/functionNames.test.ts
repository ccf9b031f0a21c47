import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FunctionNames } from '../../src/models/chatCompletions';

const named = (...ids: readonly string[]) => new FunctionNames(ids.map((id) => ({ id })));

describe('A4 tools under the names that services take for functions', () => {
  test('letters that a name cannot have become "_", and two that would share a name are told apart', () => {
    const names = named('text.join', 'text_join', 'text:join', 'say');
    expect(Object.fromEntries(names.entries())).toEqual({
      text_join: 'text_join',
      say: 'say',
      text_join_2: 'text.join',
      text_join_3: 'text:join',
    });
    expect(names.idOf('text_join_3')).toBe('text:join');
    expect(names.idOf('text.join'), 'a model may write the id itself').toBe('text.join');
  });

  test('each id has one name, which services take, and leads back to it', () => {
    const id = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.:/-]{0,127}$/);
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 40 }), (ids) => {
        const entries = [...named(...ids).entries()];
        expect(entries.map(([, one]) => one).toSorted()).toEqual(ids.toSorted());
        for (const [name, one] of entries) {
          expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
          expect(named(...ids).idOf(name)).toBe(one);
        }
      }),
      { seed: 17 },
    );
  });
});
