import { describe, expect, it } from 'vitest';
import { newId, usersOf } from '../../../src/app/library/items';
import { plan } from '../../notation/plan';

describe('items of a workspace', () => {
  it('P13 say which nodes use a prompt or a parser, at any depth', () => {
    const plans = [
      plan(`
        ask: PLANNER llm {prompt: {prompt: careful}}
        own: PLANNER llm {prompt: "Plan it.", parser: one}
        g: GROUP ASYNC
          fill: FILL_TEMPLATE {prompt: careful}
      `),
    ];
    expect(usersOf('prompt', 'careful', plans)).toEqual(['“Planner” in main', '“Fill template” in main']);
    expect(usersOf('parser', 'one', plans)).toEqual(['“Planner” in main']);
    expect(usersOf('prompt', 'one', plans)).toEqual([]);
  });

  it('L4 say which plans and nodes a feature stands beside', () => {
    const drawn = plan('a: TRANSFORM "1"\nb: TRANSFORM "2"');
    const features = [{ feature: 'quota' }];
    const [first, ...others] = drawn.nodes;
    if (first === undefined) throw new Error('The plan has no node.');
    const nodes = [{ ...first, features }, ...others];
    expect(
      usersOf('feature', 'quota', [
        { ...drawn, nodes },
        { ...drawn, id: 'other', features },
      ]),
    ).toEqual([expect.stringMatching(/^“.+” in main$/), 'the plan other']);
  });

  it('get an id made of their name that is free', () => {
    const taken = [{ id: 'careful' }, { id: 'prompt' }];
    expect(newId('Careful', 'prompt', taken)).toBe('careful-2');
    expect(newId('  ', 'prompt', taken)).toBe('prompt-2');
    expect(newId('Überprüft, 2×', 'prompt', [])).toBe('uberpruft-2');
    expect(newId('x'.repeat(90), 'prompt', [])).toHaveLength(56);
  });
});
