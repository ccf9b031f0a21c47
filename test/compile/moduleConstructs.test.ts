import { describe, expect, test } from 'vitest';
import { hashText, seededRandom } from '#base';
import type { CapabilityPlan, Feature } from '#plan';
import { plan } from '../notation/plan';
import { startOf, TestRun, tool } from '../notation/run';
import { loading, running } from './runningModule';

const GUARD: Feature = { id: 'may', capability: 'echo', kind: 'guard', phase: 'pre' };
const TOLD: Feature = { id: 'told', capability: 'echo', kind: 'observer', phase: 'finally' };

describe('C3 what a module does of the language', () => {
  test('L2 a withdrawn activity hears that nobody waits for it', async () => {
    const run = await running(`
      a: CAPABILITY echo {cancelOn: stop}
      b: CAPABILITY echo`);
    await run.signal('stop');
    expect(run.aborted).toEqual(['/a#1']);
    await run.done('/b#1');
    expect(run.end.status).toBe('completed');
  });

  test('R16 a signal that is sent before the actor starts is heard when the run has begun, in its order', async () => {
    const text = `
      a: CAPABILITY echo {cancelOn: stop}
      w: EVENT_WAIT {events: [{id: gone, event: go}]}
      b: CAPABILITY echo
      w.gone -> b`;
    const run = await loading(text);
    await run.signal('stop');
    await run.signal('go', 1);
    await run.signal('go', 2);
    expect(run.open).toEqual([]);
    await run.start();
    expect(run.aborted).toEqual(['/a#1']);
    expect(run.calls[1]).toMatchObject({ address: '/b#1' });
    await run.done('/b#1');
    expect(run.end.status).toBe('completed');
  });

  test('L2 the wait before another attempt is moved by a jitter that is given, as the kernel moves it by its seed', async () => {
    const given = plan('a: CAPABILITY echo {retry: {maxAttempts: 2, initialIntervalMs: 1000, jitter: 0.5}}');
    const seed = 4711;
    const kernel = new TestRun();
    kernel.feed(startOf(given, { seed, closure: { capabilities: [tool('echo')] } }));
    kernel.fails('/a#1');
    const command = kernel.commits
      .flatMap(({ entries }) => entries)
      .flatMap((entry) => (entry.kind === 'command' ? [entry.data.command] : []))
      .find(({ kind }) => kind === 'timer');
    const drawn = (address: string): number =>
      seededRandom(seed ^ Number.parseInt(hashText(address).slice(0, 8), 16)).next();
    const run = await running(given, { random: drawn });
    await run.fails('/a#1');
    expect(run.waits).toEqual([command !== undefined && 'afterMs' in command ? command.afterMs : null]);
    expect(run.waits).not.toEqual([1000]);
    const plain = await running(given);
    await plain.fails('/a#1');
    expect(plain.waits).toEqual([1000]);
  });

  test('L4 a guard that says no refuses the node; observers are told, also when that is the last that happens', async () => {
    const node = 'a: CAPABILITY echo {features: [{feature: may}, {feature: told}], input: {x: 1}}';
    const run = await running(node, { features: [GUARD, TOLD] });
    expect(run.calls[0]).toMatchObject({ address: '/a!pre-1', input: { phase: 'pre', input: { x: 1 } } });
    await run.done('/a!pre-1', false);
    expect(run.calls[1]).toMatchObject({
      address: '/a!observe-1',
      input: { phase: 'finally', error: { code: 'GUARD_REFUSED' } },
    });
    expect(run.end).toMatchObject({ status: 'failed', error: 'GUARD_REFUSED' });
  });

  test('L4 features of the plan are asked and told for it as one node, before it opens', async () => {
    const features = [{ feature: 'may' }, { feature: 'told' }];
    const run = await running({ ...plan('a: CAPABILITY echo'), features }, { features: [GUARD, TOLD] });
    expect(run.open).toEqual(['/main!pre-1']);
    await run.done('/main!pre-1', true);
    await run.done('/a#1', 1);
    expect(run.open).toEqual(['/main!pre-1', '/a#1', '/main!observe-1']);
    expect(run.end.status).toBe('completed');
    const refused = await running({ ...plan('a: CAPABILITY echo'), features }, { features: [GUARD, TOLD] });
    await refused.done('/main!pre-1', false);
    expect(refused.open).toEqual(['/main!pre-1', '/main!observe-1']);
    expect(refused.end).toMatchObject({ status: 'failed', error: 'GUARD_REFUSED' });
  });

  test('L7 an activity ends the plan around it, or is called again with what a signal brought', async () => {
    const run = await running(`
      a: CAPABILITY echo
      b: CAPABILITY echo
      a -> b`);
    await run.done('/a#1', new run.made.Answer(null, { waitFor: { event: 'go', timeoutMs: 70 } }));
    expect(run.waits).toEqual([70]);
    await run.signal('other');
    expect(run.calls).toHaveLength(1);
    await run.signal('go', { n: 1 });
    expect(run.calls[1]).toMatchObject({ address: '/a#1', payload: { n: 1 } });
    await run.done('/a#1', new run.made.Answer(1, { break: 'plan' }));
    expect(run.end.status).toBe('completed');
    expect(run.open).toEqual(['/a#1', '/a#1']);
    const late = await running('a: CAPABILITY echo');
    await late.done('/a#1', new late.made.Answer(null, { waitFor: { event: 'go', timeoutMs: 70 } }));
    await late.fire(0);
    expect(late.end.error).toBe('TIMEOUT');
  });

  test('R21 a merge by a capability gets what the branches gave, and writes what it names', async () => {
    const run = await running(`
      var n = 0
      out all
      g: GROUP ASYNC {merge: "CAPABILITY(echo)", output: {all: "result.n"}}
        a: CAPABILITY echo
        b: CAPABILITY echo`);
    await run.done('/g/b#1', 2);
    await run.done('/g/a#1', 1);
    expect(run.calls.at(-1)).toMatchObject({ address: '/g!merge', input: [1, 2] });
    await run.done('/g!merge', { n: 7, unknown: 1 });
    expect(run.end).toEqual({ status: 'completed', output: { all: 7 }, error: null });
    const bad = await running(`
      g: GROUP ASYNC {merge: "CAPABILITY(echo)"}
        a: CAPABILITY echo`);
    await bad.done('/g/a#1');
    await bad.done('/g!merge', 'no object');
    expect(bad.end.error).toBe('RESULT_INVALID');
  });

  test('L1 V1 a sub-plan has variables of its own, needs its inputs, and gives its outputs', async () => {
    const sub: CapabilityPlan = {
      ...plan('x: CAPABILITY echo {output: {y: "result"}}'),
      id: 'sub',
      variables: [
        { id: 'p', scope: 'IN' },
        { id: 'y', scope: 'OUT' },
      ],
    };
    const text = (input: string): string => `
      out n
      s: SUB_PLAN {plan: sub${input}, output: {n: "result.y"}}`;
    const run = await running(text(', input: {p: 1}'), { plans: [sub] });
    await run.done('/s/x#1', 5);
    expect(run.end).toEqual({ status: 'completed', output: { n: 5 }, error: null });
    const without = await running(text(''), { plans: [sub] });
    expect(without.end.error).toBe('INPUT_INVALID');
  });

  test('V1 an output that nobody wrote is missing, where the result needs it', async () => {
    const of = { ...plan('out b\na: CAPABILITY echo'), result: { b: '{{ b }}' } };
    const run = await running(of);
    await run.done('/a#1');
    expect(run.end.error).toBe('OUTPUT_MISSING');
    const ends = { ...plan('out b\na: END {result: {b: 3}}'), result: { b: '{{ b }}' } };
    expect((await running(ends)).end.output).toEqual({ b: 3 });
  });
});
