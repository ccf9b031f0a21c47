import { describe, expect, it } from 'vitest';
import { isJsonObject, type Json } from '#base';
import { apply, checkPlan, renameVariable, type Workspace, write } from '#plan';
import { catalogue } from '../notation/catalogue';
import { machine } from '../notation/machine';
import { codesOf, plan, workspace } from '../notation/plan';

/** A plan with the variable `rows`, renamed to `orders`. */
function renamed(text: string, to = 'orders'): Workspace {
  const before = workspace(`var rows\n${text}`);
  const done = apply(before, renameVariable(plan(`var rows\n${text}`), 'rows', to));
  if (!done.ok) throw new Error(done.problem.message);
  const undone = apply(done.value.workspace, done.value.inverse);
  expect(undone.ok && write(undone.value.workspace), 'one undo takes it back').toBe(write(before));
  return done.value.workspace;
}

/** Every text of a document, in the order in which it is written. */
function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]) : [];
}

const says = (text: string, to?: string) => textsIn(JSON.parse(write(renamed(text, to))));

describe('V1 a variable is renamed wherever the plan names it', () => {
  it.each([
    [
      'in a condition',
      'x: IF size(rows) > 3 && rows[0].rows == 1',
      'size(orders) > 3 && orders[0].rows == 1',
    ],
    [
      'in a template, not in what is written around',
      'x: CAPABILITY echo {input: {text: "{{ rows.size() }} of {{rows}} rows"}}',
      '{{ orders.size() }} of {{orders}} rows',
    ],
    ['not in a string', 'x: IF rows == "rows"', 'orders == "rows"'],
    ['as what a node writes', 'x: CAPABILITY echo {output: {rows: "result.rows"}}', 'orders'],
    [
      'in JSONata',
      'x: TRANSFORM $sum(rows[rows > 2].rows) + $$.rows',
      '$sum(orders[rows > 2].rows) + $$.orders',
    ],
    ['in the result', 'x: TRANSFORM "1"\nresult {answer: "{{ rows }}"}', '{{ orders }}'],
    ['in a goal', 'x: PLANNER htn {goal: "Look at {{ rows }}"}', 'Look at {{ orders }}'],
    ['as a parameter', 'x: PLANNER htn {resultVariable: rows}', 'orders'],
    ['inside of containers', 'g: GROUP ASYNC\n  h: GROUP ASYNC\n    x: IF rows == 1', 'orders == 1'],
  ])('%s', (_where, text, expected) => {
    expect(says(text)).toContain(expected);
  });

  it('keeps the names that an expression binds, and gives no new problems', () => {
    const text = 'x: IF rows.exists(rows, rows > 1)\ny: IF rows.map(one, one + size(rows)) == []';
    const [done] = renamed(text).plans;
    if (done?.kind !== 'capability') throw new Error('there is a plan');
    expect(says(text)).toContain('orders.exists(rows, rows > 1)');
    expect(codesOf(checkPlan(done, workspace([done]), catalogue()))).not.toContain('NAME_UNDECLARED');
  });

  it('leaves an expression that would mean something else under the new name', () => {
    expect(says('x: IF [1].map(orders, orders + size(rows)) == []')).toContain(
      '[1].map(orders, orders + size(rows)) == []',
    );
  });

  it('leaves what a loop calls by that name', () => {
    const text = 'each: ITERATOR rows {itemVariable: rows}\n  x: IF rows == 1';
    expect(says(text)).toContain('rows == 1');
  });

  it('leaves what cannot be read, and nodes that do not name it', () => {
    expect(says('x: IF rows >')).toContain('rows >');
    const edit = renameVariable(plan('var rows\nx: IF 1 == 1'), 'rows', 'orders');
    expect(edit).toMatchObject({ edit: 'batch', edits: [{ edit: 'update-plan' }] });
  });
});

describe('V1 a variable of a machine is renamed wherever the machine names it', () => {
  const flow = machine({
    variables: ['in rows', 'var other = 0'],
    result: { all: '{{ rows }}' },
    guards: [{ name: 'many', when: 'size(rows) > params.least' }],
    delays: [{ name: 'slow', ms: 'size(rows) * 100' }],
    on: [{ event: 'clear', actions: [{ type: 'assign', values: { rows: '[]' } }] }],
    states: [
      {
        id: 'work',
        entry: [{ type: 'log', message: 'Has {{ rows.size() }} rows' }],
        invoke: [
          {
            capability: 'echo',
            input: { rows: '{{ rows }}', output: { rows: 1 } },
            output: { rows: 'result.rows', other: 'size(rows)' },
          },
        ],
        on: [
          { event: 'rows', target: 'inner', when: 'inState("work") && size(rows) > 1' },
          { event: 'more', when: 'event.data.rows == "rows" && rows.exists(rows, rows == 1)' },
        ],
      },
      {
        id: 'rows',
        states: [
          { id: 'inner', always: [{ target: 'end', when: 'rows == [] || results.rows == null' }] },
          { id: 'end', type: 'final', output: '{{ rows }}' },
        ],
      },
    ],
  });
  const before: Workspace = { ...workspace(''), plans: [flow] };
  const done = apply(before, renameVariable(flow, 'rows', 'orders'));
  if (!done.ok) throw new Error(done.problem.message);
  const [after] = done.value.workspace.plans;

  it('in conditions, expressions and templates, and where it is written; not in names of events, states or members', () => {
    expect(after).toEqual({
      ...flow,
      variables: [{ ...flow.variables[0], id: 'orders' }, flow.variables[1]],
      result: { all: '{{ orders }}' },
      guards: [{ name: 'many', when: 'size(orders) > params.least' }],
      delays: [{ name: 'slow', ms: 'size(orders) * 100' }],
      on: [{ event: 'clear', actions: [{ type: 'assign', values: { orders: '[]' } }] }],
      states: [
        {
          id: 'work',
          entry: [{ type: 'log', message: 'Has {{ orders.size() }} rows' }],
          invoke: [
            {
              capability: 'echo',
              input: { rows: '{{ orders }}', output: { rows: 1 } },
              output: { orders: 'result.rows', other: 'size(orders)' },
            },
          ],
          on: [
            { event: 'rows', target: 'inner', when: 'inState("work") && size(orders) > 1' },
            { event: 'more', when: 'event.data.rows == "rows" && orders.exists(rows, rows == 1)' },
          ],
        },
        {
          id: 'rows',
          states: [
            { id: 'inner', always: [{ target: 'end', when: 'orders == [] || results.rows == null' }] },
            { id: 'end', type: 'final', output: '{{ orders }}' },
          ],
        },
      ],
    });
  });

  it('one undo takes it back', () => {
    const undone = apply(done.value.workspace, done.value.inverse);
    expect(undone.ok && write(undone.value.workspace)).toBe(write(before));
  });
});
