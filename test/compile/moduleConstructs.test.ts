import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { hashText, type Json, seededRandom } from '#base';
import { toTypeScript } from '#compile';
import type { CapabilityPlan, Feature, Plan } from '#plan';
import { plan, workspace } from '../notation/plan';
import { startOf, TestRun, tool } from '../notation/run';
import { expressionOf } from './expressionOf';
import { type Call, loaded, type Made, settle } from './loaded';

/** A module that runs, with what it waits for, in the hands of a test. */
class Running {
  readonly calls: Call[] = [];
  readonly waits: number[] = [];
  readonly aborted: string[] = [];
  readonly #pending = new Map<
    string,
    { resolve: (value: unknown) => void; reject: (error: unknown) => void }
  >();
  readonly #fire: (() => void)[] = [];
  readonly #actor;

  constructor(
    readonly made: Made,
    main: CapabilityPlan,
    { plans = [], features = [], random, input = {} }: World = {},
  ) {
    const sources = {
      plan: (prefix: string) =>
        [main, ...plans].find(
          (one): one is CapabilityPlan =>
            one.kind === 'capability' && (prefix === '' ? one === main : `${one.id}/` === prefix),
        ),
      node: (name: string) =>
        [main, ...plans]
          .flatMap((one) => (one.kind === 'capability' ? one.nodes : []))
          .find(({ id }) => id === name.split('/').at(-1)),
      feature: (id: string) => features.find((one) => one.id === id),
    };
    const given = {
      activities: new Proxy({}, { get: () => this.#perform }),
      expressions: new Proxy({}, { get: (_, key) => expressionOf(sources, String(key)) }),
      plans: {},
      ...(random === undefined ? {} : { random }),
    };
    this.#actor = createActor(made.createPlanMachine(given), {
      input: input as never,
      clock: this.#clock as never,
    });
  }

  readonly #perform = (call: Call, signal: AbortSignal): Promise<unknown> => {
    this.calls.push(call);
    signal.addEventListener('abort', () => this.aborted.push(call.address));
    return new Promise((resolve, reject) => {
      this.#pending.set(call.address, { resolve, reject });
    });
  };

  readonly #clock = {
    setTimeout: (happens: () => void, afterMs: number): number => {
      this.waits.push(afterMs);
      return this.#fire.push(happens);
    },
    clearTimeout: (): void => undefined,
  };

  async start(): Promise<this> {
    this.#actor.start();
    await settle();
    return this;
  }

  get open(): readonly string[] {
    return this.calls.map(({ address }) => address);
  }

  async done(address: string, value: unknown = null): Promise<void> {
    this.#pending.get(address)?.resolve(value);
    await settle();
  }

  async fails(address: string, code = 'BROKEN'): Promise<void> {
    this.#pending.get(address)?.reject({ code, message: 'no' });
    await settle();
  }

  async signal(event: string, data: Json = null): Promise<void> {
    this.#actor.send({ type: 'signal', event, data } as never);
    await settle();
  }

  async fire(index: number): Promise<void> {
    this.#fire[index]?.();
    await settle();
  }

  get end(): { readonly status: string; readonly output: Json; readonly error: string | null } {
    const { phase, output, error } = this.#actor.getSnapshot().context.standing;
    return { status: phase, output, error: error?.code ?? null };
  }
}

interface World {
  readonly plans?: readonly Plan[];
  readonly features?: readonly Feature[];
  readonly random?: (address: string) => number;
  readonly input?: { readonly [name: string]: Json };
}

async function running(main: CapabilityPlan | string, world: World = {}): Promise<Running> {
  const of = typeof main === 'string' ? plan(main) : main;
  const { plans = [], features = [] } = world;
  const { text } = await toTypeScript(of, { ...workspace([of, ...plans]), features: [...features] });
  return new Running(await loaded(text), of, world).start();
}

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

  test('M1 a state machine inside is an activity that gives its outputs', async () => {
    const machine = {
      id: 'flow',
      kind: 'state-machine',
      variables: [],
      states: [{ id: 'a', type: 'final' }],
    };
    const run = await running('s: SUB_PLAN {plan: flow, input: {p: 1}}', {
      plans: [machine as unknown as Plan],
    });
    expect(run.calls[0]).toMatchObject({ node: 's', type: 'SUB_PLAN', input: { p: 1 } });
    await run.done(run.open[0] ?? '', { z: 1 });
    expect(run.end.status).toBe('completed');
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
