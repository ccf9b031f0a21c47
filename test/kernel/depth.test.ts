import { expect, test } from 'vitest';
import { simulated } from '../notation/simulation';

test('R17 deepest first: the items of an ITERATOR are no depth', async () => {
  const { lines } = await simulated(
    `
    each: ITERATOR [1]
      leaf: CAPABILITY echo
    breaks: CAPABILITY echo
    outer: RETRY {maxAttempts: 1}
      inner: RETRY {maxAttempts: 1}
        deep: CAPABILITY echo
    `,
    {
      nodes: { breaks: [{ afterMs: 1, error: { code: 'X', message: 'no' } }] },
      default: { afterMs: 9, output: null },
    },
  );
  expect(lines.filter((line) => line.endsWith('cancelled'))).toEqual([
    '1 /outer[0]/inner[0]/deep cancelled',
    '1 /each[0]/leaf cancelled',
    '1 /outer[0]/inner cancelled',
    '1 /each cancelled',
    '1 /outer cancelled',
  ]);
});

test('R13 L9 a dynamic plan in a round reads the name of its item, and does not write it', async () => {
  const proposed = (output: string) => ({
    nodes: [
      {
        id: 'say',
        type: 'CAPABILITY',
        params: { capability: 'echo' },
        input: { text: '{{ item }}' },
        output: { [output]: 'result' },
      },
    ],
    edges: [],
  });
  const text = `
    var said
    each: ITERATOR ["tea"] {itemVariable: item, merge: LAST_WINS}
      plan: PLANNER rules {execute: inline, goal: "Say it."}
    `;
  const scripted = (output: string) => ({
    nodes: { plan: [{ afterMs: 0, output: proposed(output) }], say: [{ afterMs: 0, output: 'Tea.' }] },
  });
  expect(await simulated(text, scripted('said'))).toMatchObject({
    status: 'completed',
    variables: { said: 'Tea.' },
  });
  expect((await simulated(text, scripted('item'))).status).toBe('failed');
});
