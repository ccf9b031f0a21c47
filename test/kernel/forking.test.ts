import { describe, expect, test } from 'vitest';
import type { Address, Json } from '#base';
import { type ForkEdits, recordOf, replay } from '#kernel';
import type { CapabilityPlan } from '#plan';
import { body, plan } from '../notation/plan';
import { type RunSetup, runOf, startOf, TestRun, tool } from '../notation/run';

/** The run that a run is forked into, at a position or at its end. */
function forked(
  run: TestRun,
  from: CapabilityPlan,
  edits: ForkEdits & { at?: number } = {},
  setup: RunSetup = {},
) {
  const { at = run.commits.length, ...rest } = edits;
  const reuse = recordOf(run.commits, at, rest);
  if (!reuse.ok) throw new Error(reuse.problem.message);
  const fork = new TestRun();
  fork.feed({ ...startOf(from, setup), runId: 'fork', reuse: reuse.value });
  expect(replay(fork.commits)).toMatchObject({ ok: true });
  return fork;
}

const pin = (address: string, output: Json) => ({ address: address as Address, output });

const CHAIN = plan(`
  in who = "you"   var seen   out answer
  look: CAPABILITY echo {input: {text: "{{ who }}"}, output: {seen: "result"}}
  join: CAPABILITY echo {input: {text: "{{ seen }}"}, output: {seen: "result"}}
  say: CAPABILITY echo {input: {text: "{{ seen }}", to: "{{ who }}"}, output: {answer: "result"}}
  look -> join -> say
`);

/** The chain with two of its three calls answered. */
function half(): TestRun {
  const run = runOf(CHAIN);
  run.done('/look#1', 'one');
  run.done('/join#1', 'two');
  return run;
}

describe('K8 a fork', () => {
  test('K8 starts from the start; what had succeeded is served from the record, without a command', () => {
    const fork = forked(half(), CHAIN);
    expect(fork.lines).toEqual([
      'started',
      'start /look#1 {"text":"you"}',
      'served /look#1',
      'ok /look#1 "one"',
      'set /look#1 seen "one"',
      'start /join#1 {"text":"one"}',
      'served /join#1',
      'ok /join#1 "two"',
      'set /join#1 seen "two"',
      'start /say#1 {"text":"two","to":"you"}',
      'call /say#1 echo',
    ]);
    expect(fork.state?.calls, 'K10 what is served is not paid again').toBe(1);
  });

  test('K8 effects in flight at the fork point count as not done', () => {
    const fork = forked(half(), CHAIN, { at: 2 });
    expect(fork.lines.at(-1)).toBe('call /join#1 echo');
  });

  test('K5 the first fact holds the record: where it is from, and what answered', () => {
    const fork = forked(half(), CHAIN, { at: 2 });
    const [first] = fork.commits;
    expect(first?.fact).toMatchObject({
      reuse: { from: { runId: 'run-1', at: 2 }, served: [{ address: '/look', fact: { result: 'one' } }] },
    });
  });

  test('D3 a variable is set at the fork point: what ran before saw the old value, what comes sees the new one', () => {
    const fork = forked(half(), CHAIN, { set: { seen: 'edited', who: 'me' } });
    expect(fork.lines.filter((line) => line.startsWith('served'))).toHaveLength(2);
    expect(fork.lines.slice(-4)).toEqual([
      'set seen "edited"',
      'set who "me"',
      'start /say#1 {"text":"edited","to":"me"}',
      'call /say#1 echo',
    ]);
  });

  test('D3 a step that was not answered at the fork point gets another input, whatever its plan says', () => {
    const inputs = [{ address: '/say' as Address, input: { text: 'mine' } }];
    const fork = forked(half(), CHAIN, { inputs });
    expect(fork.lines.slice(-2)).toEqual(['start /say#1 {"text":"mine"}', 'call /say#1 echo']);
    fork.done('/say#1', 'three');
    const again = forked(fork, CHAIN);
    expect(again.status, 'a fork of it has that input, too').toBe('completed');
    expect(again.state?.calls).toBe(0);
    const other = forked(fork, CHAIN, { at: 1, inputs: [{ address: '/say' as Address, input: 'other' }] });
    expect(other.lines.at(-2), 'the later one counts').toBe('start /say#1 "other"');
  });

  test('D3 K8 where the definition is edited, what was answered before is served whatever is asked there now', () => {
    const other = plan(`
      in who = "you"   var seen   out answer
      look: CAPABILITY echo {input: {text: "Other {{ who }}"}, output: {seen: "result"}}
      join: HUMAN_INPUT {message: "Which?", output: {seen: "result"}}
      say: CAPABILITY echo {input: {text: "Other {{ seen }}"}, output: {answer: "result"}}
      look -> join -> say
    `);
    const fork = forked(half(), other, { definition: [{ kind: 'plan' }] });
    expect(fork.lines.filter((line) => line.startsWith('served'))).toEqual(['served /look#1']);
    expect(fork.lines.at(-1), 'a question of another kind has no answer there').toContain('wait /join#1');
    expect(forked(half(), other).lines, 'as ever where nothing is edited').not.toContain('served /look#1');
    const edited = forked(half(), CHAIN, {
      definition: [{ kind: 'plan' }],
      outputs: [pin('/look', 'other')],
    });
    expect(edited.lines.at(-1), 'an edited output is another input of what comes after it').toBe(
      'call /join#1 echo',
    );
  });

  test('D3 an output is edited: steps whose input it changes are called, others are served', () => {
    const fork = forked(half(), CHAIN, { outputs: [pin('/look', 'other')] });
    expect(fork.lines).toContain('ok /look#1 "other"');
    expect(fork.lines.slice(-2)).toEqual(['start /join#1 {"text":"other"}', 'call /join#1 echo']);
    expect(fork.done('/join#1', 'two').slice(-1), 'the same question again, but not answered then').toEqual([
      'call /say#1 echo',
    ]);
  });

  test('D7 an output may be put in where nothing has run yet', () => {
    const fork = forked(half(), CHAIN, { outputs: [pin('/say', 'pinned')] });
    expect(fork.lines.slice(-3)).toEqual([
      'ok /say#1 "pinned"',
      'set /say#1 answer "pinned"',
      'completed {"answer":"pinned"}',
    ]);
  });

  test('K8 another definition of a step is called, and what follows from the same answer is served', () => {
    const capabilities = [tool('echo', 'pure'), tool('look.up')];
    const edited = {
      ...CHAIN,
      nodes: CHAIN.nodes.map((node) =>
        node.id === 'look' && node.type === 'CAPABILITY'
          ? { ...node, params: { capability: 'look.up' } }
          : node,
      ),
    };
    const fork = forked(half(), edited, {}, { closure: { capabilities } });
    expect(fork.lines.at(-1)).toBe('call /look#1 look.up');
    expect(fork.done('/look#1', 'one')).toContain('served /join#1');
  });

  test('K8 L2 a step that succeeded at its second attempt is served to the first', () => {
    const text = plan('a: CAPABILITY echo {retry: {maxAttempts: 2, initialIntervalMs: 5}, timeoutMs: 50}');
    const run = runOf(text);
    run.fails('/a#1');
    run.fires('/a#1!retry');
    run.done('/a#2', 1);
    expect(forked(run, text).lines).toEqual([
      'started',
      'start /a#1',
      'served /a#1',
      'ok /a#1 1',
      'completed {}',
    ]);
  });

  test('K8 what failed there is called again', () => {
    const text = plan('a: CAPABILITY echo {onError: continue}\nb: CAPABILITY echo\na -> b');
    const run = runOf(text);
    run.fails('/a#1');
    run.done('/b#1', 1);
    const fork = forked(run, text);
    expect(fork.lines.at(-1)).toBe('call /a#1 echo');
    expect(fork.done('/a#1', 2)).toContain('served /b#1');
  });

  test('R21 answers come in the order in which they came: the last of two branches wins as it won', () => {
    const text = plan(`
      var seen
      both: GROUP ASYNC
        a: CAPABILITY echo {output: {seen: "result"}}
        b: CAPABILITY echo {output: {seen: "result"}}
      end: CAPABILITY echo {input: {text: "{{ seen }}"}}
      both -> end
    `);
    const run = runOf(text);
    run.done('/both/b#1', 'b');
    run.done('/both/a#1', 'a');
    run.done('/end#1');
    const fork = forked(run, text);
    expect(fork.lines.filter((line) => line.startsWith('served'))).toEqual([
      'served /both/b#1',
      'served /both/a#1',
      'served /end#1',
    ]);
    expect(fork.lines).toContain('start /end#1 {"text":"a"}');
  });

  test('L9 M4 answers of people, delays and signals are in the record; T7 an approval holds for one run', () => {
    const text = plan(`
      var seen
      ask: HUMAN_INPUT Right? {decisions: [yes, no]}
      nap: DELAY {forMs: 500}
      hear: EVENT_WAIT {events: [{id: go, event: go}], resultVariable: seen}
      ask.yes -> nap
      nap -> hear
    `);
    const run = runOf(text);
    run.answer('/ask', { decision: 'yes' });
    run.fires('/nap#1!delay');
    run.feed({ type: 'signal.received', event: 'go', data: 7 });
    const fork = forked(run, text);
    expect(fork.lines.filter((line) => line.startsWith('served'))).toEqual([
      'served /ask#1',
      'served /nap#1!delay',
      'served /hear#1',
    ]);
    expect(fork.status).toBe('completed');
  });

  test('R16 a signal that nobody had taken is there at the fork point', () => {
    const text = plan('a: CAPABILITY echo\nhear: EVENT_WAIT {events: [{id: go, event: go}]}\na -> hear');
    const run = runOf(text);
    run.feed({ type: 'signal.received', event: 'go', data: 7 });
    const fork = forked(run, text);
    expect(fork.done('/a#1')).toContain('ok /hear#1 go 7');
  });

  test('D1 started paused, it stands at the fork point', () => {
    const fork = forked(half(), CHAIN, { set: { seen: 'x' } }, { paused: true });
    expect(fork.lines.slice(-2)).toEqual(['set seen "x"', 'paused step']);
    expect(fork.step().at(-2)).toBe('call /say#1 echo');
  });

  test('K8 a ledger has no position beyond its end', () => {
    expect(recordOf(half().commits, 9)).toMatchObject({ ok: false, problem: { code: 'POSITION_UNKNOWN' } });
    expect(recordOf(half().commits, 0)).toMatchObject({ ok: false });
    expect(recordOf(half().commits, 1.5)).toMatchObject({ ok: false });
  });
});

describe('K8 in rounds', () => {
  test('K8 rounds and items are served by their own addresses, what is left of them is called', () => {
    const text = plan(`
      var all
      each: ITERATOR [1, 2] {itemVariable: n, collectInto: all}
        x: CAPABILITY echo {input: {n: "{{ n }}"}}
      again: LOOP {until: "i == 1", maxIterations: 3, indexVariable: i}
        y: CAPABILITY echo {input: {i: "{{ i }}"}}
      each -> again
    `);
    const run = runOf(text);
    run.done('/each[0]/x#1', 'a');
    run.done('/each[1]/x#1', 'b');
    run.done('/again[0]/y#1', 'c');
    const fork = forked(run, text);
    expect(fork.lines.filter((line) => line.startsWith('served'))).toEqual([
      'served /each[0]/x#1',
      'served /each[1]/x#1',
      'served /again[0]/y#1',
    ]);
    expect(fork.lines.at(-1)).toBe('call /again[1]/y#1 echo');
    expect(fork.lines).toContain('set /each all ["a","b"]');
  });

  test('K8 R12 a round of a RETRY that failed is run again, the one that succeeded is served', () => {
    const text = plan('r: RETRY {maxAttempts: 2, initialIntervalMs: 5}\n  x: CAPABILITY echo');
    const run = runOf(text);
    run.fails('/r[0]/x#1');
    run.fires('/r[0]!retry');
    run.done('/r[1]/x#1', 1);
    const fork = forked(run, text);
    expect(fork.lines.at(-1)).toBe('call /r[0]/x#1 echo');
    fork.fails('/r[0]/x#1');
    expect(fork.fires('/r[0]!retry')).toContain('served /r[1]/x#1');
  });
});

describe('K8 inside generated plans', () => {
  const NESTED = plan('var dynamicPlan\nthink: PLANNER rules {execute: inline, limits: {maxDepth: 3}}');
  const deeper = (id: string) => body(`${id}: PLANNER rules {goal: x, execute: inline}`);

  /** Three planners inside each other, and a step of the innermost done. */
  function deep(): TestRun {
    const run = runOf(NESTED);
    run.proposes('/think!1', deeper('p'));
    run.proposes('/think@1/p!1', deeper('q'));
    run.proposes(
      '/think@1/p@1/q!1',
      body('a: CAPABILITY echo\nb: CAPABILITY echo {input: {x: \'{{ steps["a"] }}\'}}\na -> b'),
    );
    run.done('/think@1/p@1/q@1/a#1', 5);
    return run;
  }

  test('K8 D3 at depth 3 no planner is asked and no step called again', () => {
    const fork = forked(deep(), NESTED);
    expect(fork.lines.filter((line) => /^(plan|call) /.test(line))).toEqual([
      'call /think@1/p@1/q@1/b#1 echo',
    ]);
    expect(fork.lines).toContain('start /think@1/p@1/q@1/b#1 {"x":5}');
    expect(fork.done('/think@1/p@1/q@1/b#1', 6).at(-1)).toBe('completed {}');
  });

  test('D3 the plan of a planner may be another at the fork', () => {
    const other = JSON.parse(JSON.stringify(body('c: CAPABILITY echo')));
    const fork = forked(deep(), NESTED, { outputs: [pin('/think@1/p@1/q', other)] });
    expect(fork.lines.at(-1)).toBe('call /think@1/p@1/q@1/c#1 echo');
  });

  test('P2 R13 a plan in its second revision is served through both', () => {
    const text = plan('var dynamicPlan\nthink: PLANNER llm {execute: inline, models: [m]}');
    const run = runOf(text);
    run.proposesMore('/think!1', body('a: CAPABILITY echo'), 'whenDone');
    run.done('/think@1/a#1', 1);
    run.proposes('/think!2', body('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b'));
    const fork = forked(run, text);
    expect(fork.lines.filter((line) => /^(plan|call) /.test(line))).toEqual(['call /think@2/b#1 echo']);
  });
});
