import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#base';
import type { Feature } from '#plan';
import { plan } from '../notation/plan';
import { runOf, startOf, TestRun, tool } from '../notation/run';

const FEATURES: readonly Feature[] = [
  { id: 'may', capability: 'may', phase: 'pre', kind: 'guard' },
  {
    id: 'small',
    capability: 'sum',
    phase: 'pre',
    kind: 'guard',
    input: { n: '{{ input.n }}' },
    output: 'result.sum < 10.0',
  },
  { id: 'log', capability: 'log', phase: 'finally', kind: 'observer' },
  { id: 'seen', capability: 'log', phase: 'pre', kind: 'observer', input: '{{ node.id }}' },
  { id: 'good', capability: 'log', phase: 'postSuccess', kind: 'observer', input: '{{ result }}' },
  { id: 'bad', capability: 'log', phase: 'postError', kind: 'observer', input: '{{ error.code }}' },
];

const names = (...ids: readonly string[]) => `features: [${ids.map((id) => `{feature: ${id}}`).join(', ')}]`;

function run(text: string, setup: JsonObject = {}) {
  const capabilities = ['echo', 'may', 'sum', 'log'].map((id) => tool(id, 'read'));
  return runOf(plan(text), { closure: { features: FEATURES, capabilities }, ...setup });
}

describe('guards', () => {
  test('L4 pre guards are asked in order, once, each by a command of its own at address!pre-n; then the node starts', () => {
    const guarded = run(`a: CAPABILITY echo {input: {n: 3}, timeoutMs: 50, ${names('may', 'small')}}`);
    expect(guarded.lines).toEqual(['started', 'call /a!pre-1 may']);
    expect(guarded.done('/a!pre-1', { fine: 1 })).toEqual(['guard.passed /a!pre-1', 'call /a!pre-2 sum']);
    expect(guarded.done('/a!pre-2', { sum: 3 })).toEqual([
      'guard.passed /a!pre-2',
      'start /a#1 {"n":3}',
      'call /a#1 echo',
      'timeout /a#1!timeout 50',
    ]);
    expect(guarded.done('/a#1')).toEqual(['ok /a#1 null', 'withdraw /a#1!timeout', 'completed {}']);
  });

  test('L4 a guard is given the node, its type and its input, where it has no input of its own', () => {
    const guarded = run(`a: CAPABILITY echo {input: {n: 3}, ${names('may')}}`);
    const [command] = guarded.commits.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.kind === 'command' ? [entry.data.command] : [])),
    );
    expect(command).toMatchObject({
      input: { input: { n: 3 }, node: { id: 'a', type: 'CAPABILITY' }, phase: 'pre' },
    });
  });

  test('L2 fault S1 the refusal of a background node goes nowhere: its edges die, and the run goes on', () => {
    const text = (onError: string) => `
      a: CAPABILITY echo {background: true, ${onError}${names('may')}}
      b: CAPABILITY echo
      c: CAPABILITY echo
      a -> c`;
    const guarded = run(text(''));
    expect(guarded.done('/a!pre-1', false)).toEqual(['fail /a#1 GUARD_REFUSED', 'skip /c dead']);
    expect(guarded.done('/b#1')).toEqual(['ok /b#1 null', 'completed {}']);
    // Alone in its scope, where nothing else needs an account of edges.
    const chain = run(`a: CAPABILITY echo {background: true, ${names('may')}}\nc: CAPABILITY echo\na -> c`);
    expect(chain.done('/a!pre-1', false)).toEqual([
      'fail /a#1 GUARD_REFUSED',
      'skip /c dead',
      'completed {}',
    ]);
    const broken = run(text(''));
    expect(broken.fails('/a!pre-1', 'DOWN')).toEqual(['fail /a#1 DOWN', 'skip /c dead']);
    const going = run(text('onError: continue, '));
    expect(going.done('/a!pre-1', false)).toContain('start /c#1');
  });

  test('L2 R9 fault S1 fault S2 alone in a branch, it was tried: the branch has succeeded', () => {
    const guarded = (mark: string) => {
      const group = run(
        `g: GROUP ASYNC {completion: "N_OF(2)", merge: COLLECT}\n  i: CAPABILITY echo {${mark}, ${names('may')}}\n  b: CAPABILITY echo`,
      );
      group.done('/g/i!pre-1', false);
      return group.done('/g/b#1', 1);
    };
    for (const mark of ['onError: continue', 'background: true'])
      expect(guarded(mark)).toEqual(['ok /g/b#1 1', 'ok /g [null,1]', 'completed {}']);
  });

  test('H4 fault S6 a guard of which a script says nothing passes in the same turn, whatever it is worded like', () => {
    const text = `a: CAPABILITY echo {input: {n: 3}, ${names('may', 'small')}}\nb: CAPABILITY echo`;
    const silent = (guards: readonly string[]) => {
      const fresh = new TestRun();
      const capabilities = ['echo', 'may', 'sum'].map((id) => tool(id, 'read'));
      fresh.feed({ ...startOf(plan(text), { closure: { features: FEATURES, capabilities } }), guards });
      return fresh;
    };
    expect(silent([]).open).toEqual(['/a#1', '/b#1']);
    expect(silent(['a!pre-2']).open).toEqual(['/a!pre-2', '/b#1']);
    expect(silent(['/a!pre-1']).open).toEqual(['/a!pre-1', '/b#1']);
  });

  test('L4 the output false fails the node GUARD_REFUSED, under its onError', () => {
    const guarded = run(
      `a: CAPABILITY echo {onError: route, ${names('may')}}\nh: CAPABILITY echo\na.error -> h`,
    );
    expect(guarded.done('/a!pre-1', false)).toEqual([
      'handled /a#1 GUARD_REFUSED',
      'start /h#1',
      'call /h#1 echo',
    ]);
    const judged = run(`a: CAPABILITY echo {input: {n: 30}, ${names('small')}}`);
    expect(judged.done('/a!pre-1', { sum: 30 })).toEqual(['fail /a#1 GUARD_REFUSED', 'failed GUARD_REFUSED']);
  });

  test('L4 only false refuses: null, 0 and "" let it pass', () => {
    for (const result of [null, 0, '', true]) {
      expect(run(`a: CAPABILITY echo {${names('may')}}`).done('/a!pre-1', result)).toContain(
        'call /a#1 echo',
      );
    }
  });

  test('L4 neither a refusal nor an error of a guard is tried again', () => {
    const retry = 'retry: {maxAttempts: 3}';
    expect(run(`a: CAPABILITY echo {${retry}, ${names('may')}}`).done('/a!pre-1', false)).toContain(
      'failed GUARD_REFUSED',
    );
    expect(run(`a: CAPABILITY echo {${retry}, ${names('may')}}`).fails('/a!pre-1')).toContain(
      'failed BROKEN',
    );
    expect(run(`a: CAPABILITY echo {${retry}, ${names('small')}}`).lines).toContain(
      'failed EXPRESSION_ERROR',
    );
  });

  test('L4 once a node, not once an attempt', () => {
    const guarded = run(
      `a: CAPABILITY echo {retry: {maxAttempts: 2, initialIntervalMs: 5}, ${names('may')}}`,
    );
    guarded.done('/a!pre-1');
    guarded.fails('/a#1');
    expect(guarded.fires('/a#1!retry')).toEqual(['start /a#2', 'call /a#2 echo']);
  });

  test('L4 when it holds its mutex, and not before', () => {
    const guarded = run(`a: CAPABILITY echo {mutex: m}\nb: CAPABILITY echo {mutex: m, ${names('may')}}`);
    expect(guarded.lines.at(-1)).toBe('waits /b#1 mutex');
    expect(guarded.done('/a#1')).toEqual(['ok /a#1 null', 'call /b!pre-1 may']);
    expect(guarded.done('/b!pre-1', false)).toContain('failed GUARD_REFUSED');
  });

  test('L4 those of a container are asked for it as one node, before it opens its scope', () => {
    const guarded = run(
      `g: GROUP SYNC {timeoutMs: 9, ${names('may')}}\n  x: CAPABILITY echo {${names('small')}, input: {n: 1}}`,
    );
    expect(guarded.lines).toEqual(['started', 'call /g!pre-1 may']);
    expect(guarded.done('/g!pre-1').slice(1)).toEqual([
      'start /g',
      'timeout /g!timeout 9',
      'call /g/x!pre-1 sum',
    ]);
    expect(guarded.done('/g/x!pre-1', { sum: 1 }).slice(1)).toEqual([
      'start /g/x#1 {"n":1}',
      'call /g/x#1 echo',
    ]);
  });

  test('L4 pure nodes and waits have them too', () => {
    const guarded = run(`i: IF true {${names('may')}}\nw: EVENT_WAIT {events: {x: s}, ${names('may')}}`);
    expect(guarded.lines).toEqual(['started', 'call /i!pre-1 may', 'call /w!pre-1 may']);
    expect(guarded.done('/i!pre-1').slice(1)).toEqual(['start /i#1', 'ok /i#1 then']);
    guarded.signal('s', 1);
    expect(guarded.done('/w!pre-1').slice(1)).toEqual([
      'start /w#1',
      'taken /w#1 s',
      'ok /w#1 x 1',
      'completed {}',
    ]);
  });

  test('R19 a guard answers while the run is paused; the next and the node wait for resume', () => {
    const guarded = run(`a: CAPABILITY echo {input: {n: 1}, ${names('may', 'small')}}`);
    guarded.pause();
    expect(guarded.done('/a!pre-1')).toEqual(['guard.passed /a!pre-1']);
    expect(guarded.resume()).toEqual(['resumed', 'call /a!pre-2 sum']);
    guarded.pause();
    guarded.done('/a!pre-2', { sum: 1 });
    expect(guarded.step('into')).toEqual(['resumed', 'start /a#1 {"n":1}', 'call /a#1 echo', 'paused step']);
  });

  test('R16, R17 a node whose guard is asked is active: cancelling withdraws the guard', () => {
    const guarded = run(`a: CAPABILITY echo {cancelOn: stop, ${names('may')}}`);
    expect(guarded.signal('stop')).toEqual(['cancel /a#1', 'withdraw /a!pre-1', 'kept stop', 'completed {}']);
    expect(guarded.done('/a!pre-1')).toEqual(['late /a!pre-1 effect.succeeded']);
  });

  test('K10 a guard is a call: with the budget used up the run pauses before it leaves', () => {
    const guarded = run(`i: IF true {${names('may')}}`, { budget: { calls: 0 } });
    expect(guarded.lines).toEqual(['started', 'paused budget']);
  });

  test('L2 disabled: pass asks no guard: nothing is done', () => {
    expect(run(`a: CAPABILITY echo {disabled: pass, ${names('may')}}`).lines).toContain('ok /a#1 null');
  });

  test('K6 a guard of unknown outcome asks; done gives its verdict', () => {
    const guarded = run(`a: CAPABILITY echo {${names('may')}}`);
    guarded.feed({ type: 'effect.uncertain', address: '/a!pre-1' as never });
    expect(
      guarded.feed({
        type: 'effect.settled',
        address: '/a!pre-1' as never,
        as: { kind: 'done', result: false },
      }),
    ).toContain('failed GUARD_REFUSED');
  });
});

describe('observers', () => {
  test('L4 are told values in their phase, by commands that nobody answers', () => {
    const seen = run(
      `a: CAPABILITY echo {${names('seen', 'good', 'bad', 'log')}}\nz: CAPABILITY echo\na -> z`,
    );
    expect(seen.lines).toEqual(['started', 'observe /a!observe-1 log "a"', 'start /a#1', 'call /a#1 echo']);
    expect(seen.done('/a#1', 7).slice(0, 3)).toEqual([
      'ok /a#1 7',
      'observe /a!observe-2 log 7',
      'observe /a!observe-4 log {"node":{"id":"a","type":"CAPABILITY"},"phase":"finally","result":7}',
    ]);
    expect(seen.open).toEqual(['/z#1']);
    expect(seen.fails('/a!observe-1')).toEqual(['late /a!observe-1 effect.failed']);
  });

  test('L4 postError and finally are told the error, handled or not, after the last attempt', () => {
    const seen = run(
      `a: CAPABILITY echo {onError: continue, retry: {maxAttempts: 2, initialIntervalMs: 5}, ${names('bad')}}`,
    );
    expect(seen.fails('/a#1')).toEqual(['again /a#1 BROKEN 5', 'retry /a#1!retry 5']);
    seen.fires('/a#1!retry');
    expect(seen.fails('/a#2')).toEqual([
      'handled /a#2 BROKEN',
      'observe /a!observe-1 log "BROKEN"',
      'completed {}',
    ]);
  });

  test('L4 n of address!pre-n counts guards only', () => {
    const seen = run(`a: CAPABILITY echo {input: {n: 1}, ${names('seen', 'may', 'good', 'small')}}`);
    expect(seen.lines).toEqual(['started', 'call /a!pre-1 may']);
    expect(seen.done('/a!pre-1').at(-1)).toBe('call /a!pre-2 sum');
  });

  test('L4 an observer whose input cannot be filled is not told: it changes nothing', () => {
    const seen = run(`a: CAPABILITY echo {${names('good', 'bad')}}`);
    expect(seen.fails('/a#1')).toEqual([
      'fail /a#1 BROKEN',
      'observe /a!observe-2 log "BROKEN"',
      'failed BROKEN',
    ]);
  });

  test('L1 L4 an inline PLANNER is one node: its guard is asked once, its observers are told once', () => {
    const seen = run(
      `a: PLANNER {planner: rules, goal: "x", execute: inline, ${names('may', 'seen', 'good', 'log')}}`,
    );
    expect(seen.lines).toEqual(['started', 'call /a!pre-1 may']);
    seen.done('/a!pre-1');
    seen.proposes('/a!1', { nodes: [], edges: [] });
    const told = seen.history
      .filter((line) => /^(observe|call)/.test(line))
      .map((line) => line.split(' ')[1]);
    expect(told).toEqual(['/a!pre-1', '/a!observe-1', '/a!observe-2', '/a!observe-3']);
    expect(seen.status).toBe('completed');
  });

  test('L1 L4 an inline PLANNER that cannot plan tells its error, and its end once, whatever handles it', () => {
    for (const onError of ['fail', 'continue']) {
      const seen = run(
        `a: PLANNER {planner: rules, goal: "x", execute: inline, onError: ${onError}, ${names('bad', 'log')}}`,
      );
      seen.refuses('/a!1');
      const told = seen.history
        .filter((line) => line.startsWith('observe'))
        .map((line) => line.split(' ')[1]);
      expect(told, onError).toEqual(['/a!observe-1', '/a!observe-2']);
    }
  });
});
