import { describe, expect, test } from 'vitest';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

describe('ITERATOR', () => {
  test('L1 its body once per item, one after another by default; COLLECT into collectInto', () => {
    const run = runOf(
      plan(`
        in rows   out all
        each: ITERATOR rows {itemVariable: row, indexVariable: i, collectInto: all}
          a: CAPABILITY echo {input: {row: "{{ row }}", i: "{{ i }}"}}
      `),
      { input: { rows: ['x', 'y'] } },
    );
    expect(run.lines).toEqual([
      'started',
      'start /each',
      'start /each[0]/a#1 {"i":0,"row":"x"}',
      'call /each[0]/a#1 echo',
    ]);
    expect(run.done('/each[0]/a#1', 1)).toEqual([
      'ok /each[0]/a#1 1',
      'start /each[1]/a#1 {"i":1,"row":"y"}',
      'call /each[1]/a#1 echo',
    ]);
    expect(run.done('/each[1]/a#1', 2)).toEqual([
      'ok /each[1]/a#1 2',
      'ok /each [1,2]',
      'set /each all [1,2]',
      'completed {"all":[1,2]}',
    ]);
  });

  test('R9 at most `concurrency` items are open, started in order', () => {
    const run = runOf(plan('each: ITERATOR [1, 2, 3] {concurrency: 2}\n  a: CAPABILITY echo'));
    expect(run.open).toEqual(['/each[0]/a#1', '/each[1]/a#1']);
    run.done('/each[1]/a#1', 2);
    expect(run.open).toEqual(['/each[0]/a#1', '/each[2]/a#1']);
    run.done('/each[2]/a#1', 3);
    expect(run.done('/each[0]/a#1', 1)).toContain('ok /each [1,2,3]');
  });

  test('L1 items are known when it starts: what is written later changes nothing', () => {
    const run = runOf(
      plan(`
        in stock
        each: ITERATOR stock {merge: SHARED, itemVariable: one}
          a: CAPABILITY echo {input: "{{ one }}", output: {stock: "[]"}}
      `),
      { input: { stock: [1, 2] } },
    );
    run.done('/each[0]/a#1');
    expect(run.lines).toContain('start /each[1]/a#1 2');
  });

  test('R10 no items: [] under COLLECT, null under SHARED and FIRST_WINS, a call with [] under CAPABILITY(id)', () => {
    const empty = (params: string) => runOf(plan(`each: ITERATOR [] {${params}}\n  a: CAPABILITY echo`));
    expect(empty('concurrency: 1').lines).toContain('ok /each []');
    expect(empty('merge: SHARED').lines).toContain('ok /each null');
    expect(empty('merge: FIRST_WINS').lines).toContain('ok /each null');
    expect(empty('merge: "CAPABILITY(echo)"').command('/each!merge')).toMatchObject({ input: [] });
    expect(empty('completion: FIRST_SUCCESS').lines).toContain('failed COMPLETION_UNREACHABLE');
  });

  test('R10 completions and R11 rest are those of a GROUP', () => {
    const run = runOf(
      plan(
        'each: ITERATOR [1, 2, 3] {concurrency: 3, completion: FIRST_SUCCESS, rest: ignore}\n  a: CAPABILITY echo',
      ),
    );
    expect(run.done('/each[1]/a#1', 2)).toEqual(['ok /each[1]/a#1 2', 'ok /each [null,2,null]']);
    run.done('/each[0]/a#1');
    expect(run.fails('/each[2]/a#1')).toEqual(['fail /each[2]/a#1 BROKEN', 'completed {}']);
  });

  test("L9 items never see each other's writes, one by one or not", () => {
    const run = runOf(
      plan(`
        var v = 0   out last
        each: ITERATOR [1, 2] {merge: LAST_WINS}
          a: CAPABILITY echo {input: "{{ v }}", output: {v: "result"}}
        z: CAPABILITY echo {input: "{{ v }}"}
        each -> z
      `),
    );
    expect(run.lines).toContain('start /each[0]/a#1 0');
    expect(run.done('/each[0]/a#1', 1)).toContain('start /each[1]/a#1 0');
    expect(run.done('/each[1]/a#1', 2)).toContain('start /z#1 2');
  });

  test('L9 unless merge is SHARED: no layers, writes go straight on, the result is the last value', () => {
    const run = runOf(
      plan(`
        var sum = 0   out all
        each: ITERATOR [1, 2] {merge: SHARED, itemVariable: n, output: {all: "result"}}
          a: CAPABILITY echo {input: "{{ sum + n }}", output: {sum: "result"}}
      `),
    );
    expect(run.lines).toContain('start /each[0]/a#1 1');
    expect(run.done('/each[0]/a#1', 1)).toEqual([
      'ok /each[0]/a#1 1',
      'set /each[0]/a#1 sum 1',
      'start /each[1]/a#1 3',
      'call /each[1]/a#1 echo',
    ]);
    expect(run.done('/each[1]/a#1', 3).slice(2)).toEqual([
      'ok /each 3',
      'set /each all 3',
      'completed {"all":3}',
    ]);
  });

  test('R21 what a failed item wrote under SHARED stays', () => {
    const run = runOf(
      plan(`
        out v
        each: ITERATOR [1, 2] {merge: SHARED, completion: ALL_SETTLED}
          a: CAPABILITY echo {output: {v: "result"}}
          b: CAPABILITY echo
          a -> b
      `),
    );
    run.done('/each[0]/a#1', 1);
    run.fails('/each[0]/b#1');
    run.fails('/each[1]/a#1');
    expect(run.lines).toContain('completed {"v":1}');
  });

  test('V3 items that are no list, or cannot be evaluated, fail it at once', () => {
    const none = runOf(plan('each: ITERATOR 3 {retry: {maxAttempts: 3}}\n  a: CAPABILITY echo'));
    expect(none.lines).toEqual([
      'started',
      'start /each',
      'fail /each EXPRESSION_ERROR',
      'failed EXPRESSION_ERROR',
    ]);
  });

  test('L3 iterators lie inside each other: every address says which item, and inner names hide nothing', () => {
    const run = runOf(
      plan(
        `
        out all
        rows: ITERATOR [[1, 2], [3]] {itemVariable: row, collectInto: all}
          cells: ITERATOR row {itemVariable: cell}
            a: FILL_TEMPLATE {{ cell }}/{{ size(row) }}
      `.replace('"[[1, 2], [3]]"', '[[1, 2], [3]]'),
      ),
    );
    expect(run.lines).toContain('ok /rows[0]/cells[1]/a#1 "2/2"');
    expect(run.lines).toContain('completed {"all":[["1/2","2/2"],["3/1"]]}');
  });

  test('R22 of ready nodes those of an earlier item start first', () => {
    const run = runOf(
      plan(`
        each: ITERATOR [1, 2] {concurrency: 2}
          t: FILL_TEMPLATE x
          a: CAPABILITY echo
          t -> a
      `),
    );
    expect(run.lines.filter((line) => line.startsWith('start '))).toEqual([
      'start /each',
      'start /each[0]/t#1',
      'start /each[0]/a#1',
      'start /each[1]/t#1',
      'start /each[1]/a#1',
    ]);
  });
});
