import { expect, it } from 'vitest';
import { stepEdits } from '../../../src/app/run/waysOn';
import { plan, workspace } from '../../notation/plan';

const of = (prompt: string, more = '') =>
  workspace([
    plan(`
    each: LOOP {until: "i == 1", maxIterations: 2, indexVariable: i}
      ask: CAPABILITY model.generate {name: "Ask", input: {prompt: "${prompt}"}${more}}
  `),
  ]);

it('D1 the difference between two definitions is told field by field, of what lies in a container too', () => {
  expect(stepEdits(of('Say 3.'), of('Say 33.', ', timeoutMs: 20000'))).toEqual([
    '“Ask”, input.prompt: "Say 3." → "Say 33."',
    '“Ask”, timeoutMs: nothing → 20000',
  ]);
  expect(stepEdits(of('Say 3.'), of('Say 3.'))).toEqual([]);
});

it('D1 of many differences the first are told, and how many more there are', () => {
  const ten = (word: string) =>
    workspace([
      plan(
        Array.from({ length: 10 }, (_, n) => `a${n}: CAPABILITY echo {input: {text: "${word}"}}`).join('\n'),
      ),
    ]);
  const told = stepEdits(ten('one'), ten('two'));
  expect([told.length, told.at(-1)]).toEqual([9, 'and 2 more']);
});
