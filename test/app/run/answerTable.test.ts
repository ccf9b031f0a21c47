import { describe, expect, it } from 'vitest';
import { type Json, ROOT, within } from '#base';
import { EMPTY_VIEW, type NodeRecord, type RunView } from '#projection';
import type { ReadDocument } from '#runtime';
import { answerTable } from '../../../src/app/run/AnswerSources';
import { handleOf } from '../tables/handles';

const DOCUMENT: ReadDocument = {
  id: 'sales',
  kind: 'csv',
  text: 'Region,Net\nSouth,€3.50\nWest,€4.00\n',
};
const ROWS = [
  { sum_Net: 7.5, Region: 'South' },
  { sum_Net: 4, Region: 'West' },
];
const TEXT =
  'Total net: South (€7.50) and West (€4.00).\n\n| Region | total Net |\n| --- | ---: |\n| South | €7.50 |';

function viewOf(input: Json, text = TEXT): RunView {
  const record: NodeRecord = {
    address: within(ROOT, 'say'),
    node: 'say',
    status: 'succeeded',
    startedAt: 0,
    endedAt: 1,
    input,
    result: { text },
    error: null,
    ports: [],
    attempts: [],
    waits: [],
    message: null,
    calls: 0,
    usage: {},
    because: null,
    late: 0,
    seq: 1,
  };
  return { ...EMPTY_VIEW, nodes: new Map([[record.address, record]]) };
}

describe('E8 the rows behind an answer', () => {
  it('are those that went into the step which said it, with the units of their table', () => {
    const table = answerTable(TEXT, viewOf({ question: 'q', rows: ROWS, chart: 'bar' }), [DOCUMENT]);
    expect(table).toMatchObject({
      rows: ROWS,
      columns: [{ label: 'Region' }, { label: 'total Net', unit: 'EUR' }],
      chart: 'bar',
      text: 'Total net: South (€7.50) and West (€4.00).',
    });
  });

  it('the line that counts what a text leaves out goes with its table, a remark stays', () => {
    const text = `${TEXT}\n\n… and 5 more rows.\n\nTwo cells of “Net” were left out.`;
    expect(answerTable(text, viewOf({ rows: ROWS }, text), [])?.text).toBe(
      'Total net: South (€7.50) and West (€4.00).\n\nTwo cells of “Net” were left out.',
    );
  });

  it.each<[string, Json]>([
    ['no rows went in', { question: 'q', value: 3 }],
    ['they are none', { rows: [] }],
    ['they lie elsewhere', { rows: { $table: { hash: 'x' } } }],
    ['they are no rows', { rows: [1, 2] }],
    ['the chart is unknown', { rows: ROWS, chart: 'pie', columns: ['gone', 7] }],
  ])('where %s nothing is made up', (_, input) => {
    const table = answerTable(TEXT, viewOf(input), [DOCUMENT]);
    expect(table !== null && 'chart' in table ? table.chart : undefined).toBeUndefined();
  });

  it('V6 are those that a handle names, where they were too many to go into it', () => {
    const handle = handleOf(2);
    expect(answerTable(TEXT, viewOf({ rows: handle }), [])).toEqual({
      text: 'Total net: South (€7.50) and West (€4.00).',
      handle,
    });
  });

  it('another text than the step said has no table', () => {
    expect(answerTable('Something else.', viewOf({ rows: ROWS }), [])).toBeNull();
  });
});
