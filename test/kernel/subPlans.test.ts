import { describe, expect, test } from 'vitest';
import { persist, restore, step } from '#kernel';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

const DOUBLE = plan(
  `
    in n: number   out twice   var said
    look: CAPABILITY echo {input: {n: "{{ n }}"}, output: {twice: "result * 2.0"}}
    result {value: "{{ twice }}"}
  `,
  'double',
);

const caller = (params = '', more = '') =>
  plan(`
    in n = 1   out got   var twice = 100
    s: SUB_PLAN double {input: {n: "{{ n }}"}, output: {got: "result.value"}${params}}
    ${more}
  `);

const runWith = (main: ReturnType<typeof plan>, ...others: ReturnType<typeof plan>[]) =>
  runOf(main, { closure: { plans: [main, ...others] } });

describe('SUB_PLAN', () => {
  test('L1 runs another plan with mapped input and output; R21 its value is the outputs of that plan', () => {
    const run = runWith(caller(), DOUBLE);
    expect(run.lines).toEqual([
      'started',
      'start /s {"n":1}',
      'start /s/look#1 {"n":1}',
      'call /s/look#1 echo',
    ]);
    expect(run.done('/s/look#1', 4)).toEqual([
      'ok /s/look#1 4',
      'set /s/look#1 twice 8',
      'ok /s {"value":8}',
      'set /s got 8',
      'completed {"got":8}',
    ]);
  });

  test('L1 its variables are its own: the same name outside keeps its value, and neither sees the other', () => {
    const run = runWith(caller('', 'z: CAPABILITY echo {input: {twice: "{{ twice }}"}}\n    s -> z'), DOUBLE);
    expect(run.done('/s/look#1', 4)).toContain('start /z#1 {"twice":100}');
    const blind = plan('out v\na: CAPABILITY echo {output: {v: "got"}}', 'double');
    expect(runWith(caller(), blind).done('/s/look#1')).toEqual(['late /s/look#1 effect.succeeded']);
    expect(runWith(caller(), blind).done('/s/a#1')).toContain('failed EXPRESSION_ERROR');
  });

  test('V2 a write inside says whose variable it is', () => {
    const run = runWith(caller(), DOUBLE);
    run.done('/s/look#1', 4);
    const writes = run.commits.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.kind === 'variable.written' ? [entry.data] : [])),
    );
    expect(writes).toEqual([
      { of: '/s', variable: 'twice', value: 8 },
      { variable: 'got', value: 8 },
    ]);
  });

  test('V1 INPUT_INVALID fails an attempt, and the next resolves its input anew (L2)', () => {
    const main = plan(`
      var n   out got
      s: SUB_PLAN double {input: {n: "{{ n }}"}, retry: {maxAttempts: 2, initialIntervalMs: 5}, output: {got: "result.value"}}
      a: CAPABILITY echo {output: {n: "result"}}
    `);
    const run = runWith(main, DOUBLE);
    expect(run.lines.slice(0, 4)).toEqual([
      'started',
      'start /s {"n":null}',
      'again /s INPUT_INVALID 5',
      'retry /s!retry 5',
    ]);
    run.done('/a#1', 3);
    expect(run.fires('/s!retry')).toEqual([
      'start /s#2 {"n":3}',
      'start /s#2/look#1 {"n":3}',
      'call /s#2/look#1 echo',
    ]);
    expect(run.done('/s#2/look#1', 3)).toContain('completed {"got":6}');
  });

  test('V1 a missing input, and one that a strict plan does not know', () => {
    const strict = { ...DOUBLE, strict: true };
    const main = (input: string) => plan(`s: SUB_PLAN double {input: ${input}}`);
    expect(runWith(main('{}'), DOUBLE).lines).toContain('fail /s INPUT_INVALID');
    expect(runWith(main('{n: 1, m: 2}'), DOUBLE).lines).toContain('call /s/look#1 echo');
    expect(runWith(main('{n: 1, m: 2}'), strict).lines).toContain('fail /s INPUT_INVALID');
    expect(runWith(main('"text"'), DOUBLE).lines).toContain('fail /s INPUT_INVALID');
  });

  test('V1 "*" passes all variables; an output that was never assigned is missing', () => {
    const main = plan('var n = 7\ns: SUB_PLAN double {input: "*"}');
    expect(runWith(main, DOUBLE).lines).toContain('start /s/look#1 {"n":7}');
    const silent = plan('in n   out twice\na: CAPABILITY echo\nresult {value: "{{ twice }}"}', 'double');
    expect(runWith(main, silent).done('/s/a#1')).toEqual([
      'ok /s/a#1 null',
      'fail /s OUTPUT_MISSING',
      'failed OUTPUT_MISSING',
    ]);
  });

  test('R8 it fails with the error of the plan; onError and retry are its own', () => {
    const run = runWith(caller(', onError: route', 'h: CAPABILITY echo\n    s.error -> h'), DOUBLE);
    expect(run.fails('/s/look#1')).toEqual([
      'fail /s/look#1 BROKEN',
      'handled /s BROKEN',
      'start /h#1',
      'call /h#1 echo',
    ]);
  });

  test('R15 END ends: plan ends the sub-plan, the nearest enclosing plan; its result replaces keys of the mapping', () => {
    const inner = plan(
      `
        in n   out twice = 5
        g: GROUP SYNC
          e: END plan {result: {more: "{{ n }}"}}
        z: CAPABILITY echo
        g -> z
        result {value: "{{ twice }}", more: "none"}
      `,
      'double',
    );
    expect(runWith(caller(), inner).lines.slice(-3)).toEqual([
      'ok /s {"value":5,"more":1}',
      'set /s got 5',
      'completed {"got":5}',
    ]);
  });

  test('R15 END ends: run ends the run', () => {
    const inner = plan('in n\ne: END run {result: {got: 9}}', 'double');
    expect(runWith(caller(), inner).lines).toContain('completed {"got":9}');
  });

  test('L2 timeoutMs bounds it; its scope is cancelled (R17)', () => {
    const run = runWith(caller(', timeoutMs: 50'), DOUBLE);
    expect(run.lines.slice(1, 4)).toEqual([
      'start /s {"n":1}',
      'timeout /s!timeout 50',
      'start /s/look#1 {"n":1}',
    ]);
    expect(run.fires('/s!timeout')).toEqual([
      'cancel /s/look#1',
      'withdraw /s/look#1',
      'fail /s TIMEOUT',
      'failed TIMEOUT',
    ]);
  });

  const count = plan(
    `
      in n: number   out sum
      more: IF n > 0
      s: SUB_PLAN main {input: {n: "{{ n - 1 }}"}, maxDepth: 3, output: {sum: "result.sum + n"}}
      zero: FILL_TEMPLATE x {output: {sum: "0"}}
      more.then -> s
      more.else -> zero
    `,
  );

  test('L9 maxDepth is the greatest number of instances that may be nested, the outermost included', () => {
    const two = runOf(count, { input: { n: 2 } });
    expect(two.lines.at(-1)).toBe('completed {"sum":3}');
    expect(two.lines).toContain('ok /s/s/zero#1 "x"');
    const three = runOf(count, { input: { n: 3 } });
    expect(three.lines.filter((line) => line.includes('DEPTH_LIMIT'))).toEqual([
      'fail /s/s/s DEPTH_LIMIT',
      'fail /s/s DEPTH_LIMIT',
      'fail /s DEPTH_LIMIT',
      'failed DEPTH_LIMIT',
    ]);
  });

  test('R20 branches inside write into layers that merge into the variables of the sub-plan', () => {
    const inner = plan(
      `
        in n   out twice
        g: GROUP ASYNC
          a: CAPABILITY echo {output: {twice: "result"}}
        result {value: "{{ twice }}"}
      `,
      'double',
    );
    const run = runWith(caller(), inner);
    expect(run.done('/s/g/a#1', 6)).toEqual([
      'ok /s/g/a#1 6',
      'layer /s/g/a#1 twice 6',
      'set /s/g twice 6',
      'ok /s/g 6',
      'ok /s {"value":6}',
      'set /s got 6',
      'completed {"got":6}',
    ]);
  });

  test('R16 signals are of the run: a wait in a sub-plan hears them, cancelOn there too', () => {
    const inner = plan(
      'in n\na: CAPABILITY echo {cancelOn: stop}\nw: EVENT_WAIT {events: {x: stop}}',
      'double',
    );
    const run = runWith(plan('s: SUB_PLAN double {input: {n: 1}}'), inner);
    expect(run.signal('stop', 1)).toEqual([
      'cancel /s/a#1',
      'withdraw /s/a#1',
      'taken /s/w#1 stop',
      'ok /s/w#1 x 1',
      'ok /s {}',
      'completed {}',
    ]);
  });

  test('K1 a state in the middle of a sub-plan goes through JSON', () => {
    const run = runWith(caller(), DOUBLE);
    if (run.state === null) throw new Error('the run has begun');
    const fact = { type: 'effect.succeeded', address: run.open[0] ?? '', result: 4 } as never;
    const restored = step(restore(persist(run.state)), fact);
    expect(restored.entries).toEqual(step(run.state, fact).entries);
  });
});
