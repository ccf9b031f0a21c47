import { expect, test } from 'vitest';
import { BEHAVIOUR_FLAGS } from '../../../src/kernel/fact';
import { machine } from '../../notation/machine';
import { tool } from '../../notation/run';
import { begun, holdToTheLaws } from './lawful';

holdToTheLaws();

const TABLE = {
  hash: 'a'.repeat(64),
  rows: 20_000,
  bytes: 2_000_000,
  columns: [{ name: 'net', type: 'number' }],
};
const orders = { $table: TABLE };

/** A machine that reads `orders` in a condition, an assignment, a publication, and its result. */
function reading(expression: string) {
  return machine({
    variables: ['in orders', 'var seen'],
    initial: 'look',
    states: [
      {
        id: 'look',
        defaultNext: 'end',
        entry: [{ type: 'assign', values: { seen: expression } }],
        action: { event: 'looked', data: { about: `{{ ${expression} }}` } },
      },
      { id: 'end', type: 'final' },
    ],
    result: { seen: '{{ seen }}', whole: '{{ orders }}', read: `{{ ${expression} }}` },
  });
}

/** What a run completes with. */
const outputOf = ({ lines }: ReturnType<typeof begun>): unknown =>
  JSON.parse(/^completed (.*)$/.exec(lines.at(-1) ?? '')?.[1] ?? 'null');

const end = (expression: string, flags = BEHAVIOUR_FLAGS) =>
  begun(reading(expression), { flags, input: { orders } });

test('V6 a machine reads rows, bytes and columns of a table by reference, and passes it on whole', () => {
  const run = end('orders.rows');
  expect(run.lines).toContain('published /look[0] looked {"about":20000}');
  expect(outputOf(run)).toEqual({ seen: 20_000, whole: orders, read: 20_000 });
  expect(outputOf(end('orders.columns[0].name'))).toMatchObject({ read: 'net' });
});

test.each(['orders["$table"].hash', 'orders.map(row, row.net)', '"x" + string(orders)'])(
  'V6 nothing else of it is read, which is an error that names table.limit: %s',
  (expression) => {
    const { error } = end(expression).state ?? {};
    expect(error).toMatchObject({
      code: 'EXPRESSION_ERROR',
      message: expect.stringContaining('table.limit'),
    });
    expect(JSON.stringify(error)).not.toContain(TABLE.hash);
  },
);

test('K5 in a run that was recorded before there were any, it is an object as others are', () => {
  const run = end('orders["$table"].rows', [7]);
  expect(run.lines).toContain('published /look[0] looked {"about":20000}');
  expect(outputOf(run)).toMatchObject({ seen: 20_000, read: 20_000 });
});

test.each([
  [BEHAVIOUR_FLAGS, '20000 rows', 'failed EXPRESSION_ERROR'],
  [[7], 'failed EXPRESSION_ERROR', '20000 rows'],
])('V6 K5 what a model is asked, under the flags %j', (flags, now, before) => {
  const closure = { capabilities: [tool('model.generate', 'read')] };
  const asked = (hole: string) => {
    const plan = machine({
      variables: ['in orders'],
      states: [
        { id: 'think', choose: { question: `{{ ${hole} }} rows` }, on: [{ event: 'stop', target: 'end' }] },
        { id: 'end', type: 'final' },
      ],
    });
    const run = begun(plan, { closure, flags, input: { orders } });
    return run.lines.at(-1)?.startsWith('failed')
      ? run.lines.at(-1)
      : JSON.stringify(run.command('/think[0]/choose-1/ask-1#1'));
  };
  expect(asked('orders.rows')).toContain(now);
  expect(asked('orders["$table"].rows')).toContain(before);
});
