import { describe, expect, test } from 'vitest';
import type { Address, Json } from '#base';
import { type Fact, persist, readLedger, replay, step, writeLedger } from '#kernel';
import { plan } from '../notation/plan';
import { lineOf, runOf, type TestRun } from '../notation/run';

const TWO = `
  out answer
  a: CAPABILITY echo {output: {answer: "result"}}
  b: HUMAN_INPUT {schema: {type: object, required: [age]}, timeoutMs: 50}
  a -> b
`;

/** Feeds a fact that must change nothing, and gives the lines of its entries. */
function harmless(run: TestRun, fact: Fact): readonly string[] {
  const before = run.state;
  const lines = run.feed(fact);
  expect(run.state).toBe(before);
  return lines;
}

/** What the outside might send although no type allows it. */
function forged(fact: { readonly type: string; readonly [key: string]: Json }): Fact {
  return JSON.parse(JSON.stringify(fact));
}

describe('facts that nobody should send', () => {
  test('case D4 events of XState and of the kernel’s own machines are no facts', () => {
    const names = [
      'xstate.done.actor.a',
      'xstate.error.actor.a',
      'xstate.after.50.b',
      'xstate.stop',
      'xstate.init',
      'done',
      'error',
      'enter',
      'sys.done',
      '__proto__',
      'constructor',
      'toString',
    ];
    const run = runOf(plan(TWO));
    for (const type of names) {
      expect(harmless(run, forged({ type, node: 0, ports: ['out'] })), type).toEqual([
        'refused FACT_UNKNOWN',
      ]);
    }
    expect(run.done('/a#1', 1)).toContain('ok /a#1 1');
  });

  test('R17 a result that comes twice, late or for nobody is recorded and changes nothing', () => {
    const run = runOf(plan(TWO));
    run.done('/a#1', 1);
    for (const address of ['/a#1', '/a#2', '/b#1', '/nobody#1', '/a']) {
      const type = 'effect.succeeded';
      expect(harmless(run, { type, address: address as Address, result: 2 })).toEqual([
        `late ${address} ${type}`,
      ]);
    }
    const error = { code: 'X', message: 'x' };
    expect(harmless(run, { type: 'effect.failed', address: '/a#1' as Address, error })).toEqual([
      'late /a#1 effect.failed',
    ]);
    expect(harmless(run, { type: 'timer.fired', address: '/a#1!timeout' as Address })).toEqual([
      'late /a#1!timeout timer.fired',
    ]);
    expect(run.state?.outputs).toEqual({});
  });

  test('case C1 addresses from Object.prototype, and texts that are no addresses, are for nobody', () => {
    const run = runOf(plan(TWO));
    for (const address of [
      '__proto__',
      'constructor',
      'toString',
      '',
      '/__proto__#1',
      '/a#1/..',
      '/a#1#1',
      ' ',
    ]) {
      const lines = harmless(run, { type: 'effect.succeeded', address: address as Address, result: 1 });
      expect(lines.join()).toMatch(/^late/);
      expect(harmless(run, { type: 'answer.given', address: address as Address, value: 1 }).join()).toMatch(
        /^refused .*NOT_WAITING$/,
      );
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('case C1 keys such as __proto__ in a result are data, and reach nobody’s prototype', () => {
    const run = runOf(plan('a: CAPABILITY echo'));
    const hostile = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    const lines = run.done('/a#1', JSON.parse(hostile));
    expect(lines[0]).toBe(`ok /a#1 ${hostile}`);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    const read = readLedger(writeLedger(run.commits));
    expect(read.ok && replay(read.value)).toMatchObject({ ok: true, effects: 0 });
  });

  test('V4 a result deeper than the limit fails the attempt; one at the limit is kept', () => {
    const nested = (depth: number): Json => {
      let value: Json = 1;
      for (let level = 0; level < depth; level++) value = [value];
      return value;
    };
    const at = (depth: number) => {
      const run = runOf(plan(TWO));
      const { entries } = step(run.state, {
        type: 'effect.succeeded',
        address: '/a#1' as Address,
        result: nested(depth),
      });
      return entries.map(lineOf)[0]?.slice(0, 25);
    };
    expect(at(64)).toMatch(/^ok /);
    expect(at(65)).toBe('fail /a#1 RESULT_INVALID');
    expect(at(5000)).toBe('fail /a#1 RESULT_INVALID');
  });

  test('L9 an answer for a call, and a result for a wait, are for nobody', () => {
    const run = runOf(plan(TWO));
    expect(harmless(run, { type: 'answer.given', address: '/a#1' as Address, value: 1 })).toEqual([
      'refused /a#1 NOT_WAITING',
    ]);
    run.done('/a#1');
    expect(harmless(run, { type: 'effect.succeeded', address: '/b#1' as Address, result: 1 })).toEqual([
      'late /b#1 effect.succeeded',
    ]);
    expect(
      harmless(run, { type: 'plan.step', address: '/b#1' as Address, step: 0, node: null, problems: [] }),
    ).toEqual(['late /b#1 plan.step']);
  });

  test('a run is started once', () => {
    const run = runOf(plan(TWO));
    const [first] = run.commits;
    if (!first) throw new Error('nothing was committed');
    expect(harmless(run, first.fact)).toEqual(['refused ALREADY_STARTED']);
    expect(() => step(null, { type: 'run.resumed' })).toThrow('The first fact of a run is run.started.');
  });

  test('R17 whatever comes after the end of a run is late', () => {
    const run = runOf(plan('a: CAPABILITY echo'));
    run.done('/a#1');
    expect(run.pause()).toEqual(['late run.paused']);
    expect(run.cancel()).toEqual(['late run.cancelled']);
    expect(run.step()).toEqual(['late run.stepped']);
    expect(run.answer('/a', 1)).toEqual(['late /a answer.given']);
    expect(run.status).toBe('completed');
  });

  test('K4 a ledger with refused and forged facts can be written, read and replayed', () => {
    const run = runOf(plan(TWO));
    run.feed(forged({ type: 'xstate.done.actor.a' }));
    run.feed(forged({ type: 'effect.succeeded', address: '__proto__', result: 1 }));
    run.feed(forged({ type: 'answer.given', address: 'no address', value: 1 }));
    run.done('/a#1', 1);
    const read = readLedger(writeLedger(run.commits));
    expect(read.ok && replay(read.value)).toMatchObject({ ok: true, commits: 5, effects: 0 });
  });

  test('K1 the state that was passed is still the state before', () => {
    const run = runOf(plan(TWO));
    const before = run.state;
    if (!before) throw new Error('no run');
    const text = JSON.stringify(persist(before));
    const fact: Fact = { type: 'effect.succeeded', address: '/a#1' as Address, result: 1 };
    const one = step(before, fact);
    expect(JSON.stringify(persist(before))).toBe(text);
    expect(step(before, fact).entries).toEqual(one.entries);
  });
});
