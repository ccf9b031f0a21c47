import { describe, expect, test } from 'vitest';
import { type Command, type Fact, openCommands, persist, replay, restore, step } from '#kernel';
import { plan } from '../notation/plan';
import { lineOf, runOf, type TestRun } from '../notation/run';

/** What the outside answers to a command: an address that says `bad` fails, everything else gives its number. */
function answerTo(command: Command, count: number): Fact | null {
  const { address } = command;
  if (command.kind === 'timer') return { type: 'timer.fired', address };
  if (command.kind !== 'call') return null;
  const isBad = address.includes('bad') && !address.includes('[2]') && !address.includes('#2');
  if (!isBad) return { type: 'effect.succeeded', address, result: count };
  return { type: 'effect.failed', address, error: { code: 'BAD', message: 'Bad.' } };
}

/** The next fact: the oldest open command is answered; those of timeouts only when nothing else is open. */
function nextFact(run: TestRun, count: number): Fact | null {
  if (run.state === null || run.state.phase !== 'going') return null;
  const open = openCommands(run.state);
  const command = open.find((one) => one.kind !== 'timer' || one.purpose !== 'timeout');
  return command === undefined ? null : answerTo(command, count);
}

const PLANS: Readonly<Record<string, string>> = {
  'branches whose rest goes on': `
    out v
    g: GROUP ASYNC {completion: "N_OF(2)", rest: ignore, merge: FIRST_WINS}
      a: CAPABILITY echo {output: {v: "result"}}
      bad: CAPABILITY echo
      c: CAPABILITY echo {output: {v: "result"}}
      d: CAPABILITY echo
      d2: CAPABILITY echo
      d -> d2
    z: CAPABILITY echo
    g -> z`,
  'branches that a capability merges': `
    g: GROUP ASYNC {merge: "CAPABILITY(echo)", onError: continue, retry: {maxAttempts: 2}}
      a: CAPABILITY echo
      b: CAPABILITY echo`,
  'items, several at once and inside each other': `
    out all
    rows: ITERATOR [[1, 2], [3, 4]] {itemVariable: row, concurrency: 2, collectInto: all}
      cells: ITERATOR row {itemVariable: cell, indexVariable: i, merge: LAST_WINS}
        a: CAPABILITY echo {input: "{{ cell + i }}"}`,
  'rounds that fail and are tried again': `
    out v
    again: RETRY {maxAttempts: 3, initialIntervalMs: 5}
      a: CAPABILITY echo {output: {v: "result"}}
      bad: CAPABILITY echo
      a -> bad
    l: LOOP {while: "i < 3", maxIterations: 5, indexVariable: i, retry: {maxAttempts: 2}}
      bad2: CAPABILITY echo {input: "{{ i }}", output: {v: "result"}}
    again -> l`,
  'an END on its way out through containers': `
    side: CAPABILITY echo
    t: TRY_CATCH {timeoutMs: 50}
      try: BODY
        e: ITERATOR [1, 2] {concurrency: 2}
          u: TRY_CATCH
            try: BODY
              bad: CAPABILITY echo
            catch: BODY
              stop: END plan {result: {n: 1}}
            finally: BODY
              f: CAPABILITY echo
              f2: CAPABILITY echo
              f -> f2
      finally: BODY
        g: CAPABILITY echo`,
  'nodes in the background': `
    var v = 0
    row: GROUP SYNC
      w: CAPABILITY echo {output: {v: "result"}}
      b: GROUP ASYNC {background: true, completion: FIRST_SUCCESS, rest: ignore}
        x: CAPABILITY echo {input: "{{ v }}", output: {v: "result"}}
        y: CAPABILITY echo
      z: CAPABILITY echo {background: true, retry: {maxAttempts: 2}}
    after: CAPABILITY echo
    row -> after`,
};

describe.each(Object.entries(PLANS))('%s', (_name, text) => {
  test('K1 the state put through JSON before each fact goes on as before; K4 the ledger replays', () => {
    const run = runOf(plan(text));
    for (let count = 1; count < 60; count++) {
      const fact = nextFact(run, count);
      if (fact === null || run.state === null) break;
      const restored = restore(JSON.parse(JSON.stringify(persist(run.state))));
      const lines = step(restored, fact).entries.map(lineOf);
      expect(lines).toEqual(run.feed(fact));
    }
    expect(run.status).toBe('completed');
    expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  test('R19 paused before each fact and resumed after it, it comes to the same', () => {
    const plainly = runOf(plan(text));
    const paused = runOf(plan(text));
    for (let count = 1; count < 60; count++) {
      const fact = nextFact(plainly, count);
      if (fact === null) break;
      plainly.feed(fact);
      paused.pause();
      paused.feed(fact);
      if (paused.state?.phase === 'going') paused.resume();
    }
    const told = (run: TestRun) => run.history.filter((line) => !/^(paused|resumed)/.test(line)).toSorted();
    expect(told(paused)).toEqual(told(plainly));
  });

  test('R17 cancelling it at any moment cancels each active node once, and leaves nothing open', () => {
    const whole = runOf(plan(text));
    for (let count = 1; count < 60; count++) {
      const fact = nextFact(whole, count);
      if (fact === null || whole.state === null) break;
      const cancelled = step(whole.state, { type: 'run.cancelled' });
      const lines = cancelled.entries.map(lineOf);
      const nodes = lines.filter((line) => line.startsWith('cancel '));
      expect(new Set(nodes).size).toBe(nodes.length);
      expect(openCommands(cancelled.state)).toEqual([]);
      whole.feed(fact);
    }
  });
});
