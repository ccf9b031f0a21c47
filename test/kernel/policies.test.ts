import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#base';
import { replay } from '#kernel';
import { type CapabilityDescriptor, type Effect, type Policy, withPlanning } from '#plan';
import { samples } from '../fuzz/samples';
import { body, plan } from '../notation/plan';
import { type RunSetup, runOf, type TestRun, tool } from '../notation/run';

type Then = 'allow' | 'ask' | 'deny';

function policy(verdict: Then, when: Policy['when'] = {}): Policy {
  return { when, ['then' as const]: verdict };
}

const WEB: JsonObject = { type: 'object', properties: { url: { type: 'string' }, n: {} } };
const CAPABILITIES = [
  tool('echo', 'pure'),
  tool('mail.read', 'read'),
  tool('mail.send', 'write'),
  tool('disk.erase', 'unknown'),
  tool('check', 'read'),
  tool('web.get', 'read', WEB),
  tool('web.post', 'write', WEB),
];

function running(
  text: string,
  policies: readonly Policy[],
  setup: RunSetup = {},
  capabilities: readonly CapabilityDescriptor[] = CAPABILITIES,
): TestRun {
  return runOf(plan(text), { closure: { capabilities, policies }, ...setup });
}

describe('P13 policies', () => {
  test('P13 deny: nothing leaves, and the attempt fails POLICY_DENIED, for good', () => {
    const text = 'a: CAPABILITY mail.send {retry: {maxAttempts: 3}}';
    const run = running(text, [policy('deny', { capability: 'mail.*' })]);
    expect(run.open).toEqual([]);
    expect(run.lines).toContain('failed POLICY_DENIED');
    expect(run.state?.error?.message).toContain('Policy 1 of this workspace denies calls of "mail.send".');
    expect(replay(run.commits)).toMatchObject({ ok: true });
  });

  test('P13 K15 ask: an author’s own call waits for a yes', () => {
    const run = running('a: CAPABILITY echo {input: {n: 4}}', [policy('ask', { argument: 'input.n > 3' })]);
    expect(run.open).toEqual(['/a#1!approve']);
    approve(run, '/a#1!approve');
    expect(run.open).toEqual(['/a#1']);
  });

  test.each<[string, Json, boolean]>([
    ['it holds', { n: 4 }, true],
    ['it does not', { n: 2 }, false],
    ['it cannot be evaluated', {}, true],
    ['it is neither true nor false', { n: 'many' }, true],
  ])('P13 an argument of what asks: %s', (_name, input, asks) => {
    const text = `a: CAPABILITY echo {input: ${JSON.stringify(input)}}`;
    const run = running(text, [policy('ask', { argument: 'input.n > 3' })]);
    expect(run.open).toEqual([asks ? '/a#1!approve' : '/a#1']);
  });

  test('P13 an argument that cannot be evaluated allows nothing', () => {
    const policies = [policy('allow', { argument: 'input.gone > 3' }), policy('deny')];
    expect(running('a: CAPABILITY echo', policies).lines).toContain('failed POLICY_DENIED');
  });

  test('P13 the built-in rest: planned steps that write ask, those of an author do not', () => {
    expect(running('a: CAPABILITY mail.send', []).open).toEqual(['/a#1']);
    const planned = (id: string) => {
      const text = PLANNED;
      const run = running(text, []);
      run.proposes('/think!1', body(`a: CAPABILITY ${id}`));
      return run.open;
    };
    expect(planned('mail.send')).toEqual(['/do@1/a#1!approve']);
    expect(planned('disk.erase')).toEqual(['/do@1/a#1!approve']);
    expect(planned('mail.read')).toEqual(['/do@1/a#1']);
  });

  test('P13 an allow before it lets planned steps write', () => {
    const text = PLANNED;
    const run = running(text, [policy('allow', { capability: 'mail.send' })]);
    run.proposes('/think!1', body('a: CAPABILITY mail.send'));
    expect(run.open).toEqual(['/do@1/a#1']);
  });

  test('P13 a plan that names what is denied is refused', () => {
    const text = PLANNED;
    const run = running(text, [policy('deny', { effect: 'write' })]);
    run.proposes('/think!1', body('a: CAPABILITY mail.send'));
    expect(run.state?.error).toMatchObject({
      code: 'PLAN_REFUSED',
      message: expect.stringContaining('The policies of this workspace deny calls of "mail.send".'),
    });
  });

  test('P13 a merge, and a planner that asks a capability, cannot be asked about: they fail', () => {
    const merging = 'g: GROUP ASYNC {merge: "CAPABILITY(check)"}\n  a: CAPABILITY echo';
    const run = running(merging, [policy('ask', { capability: 'check' })]);
    run.done('/g/a#1');
    expect(run.state?.error?.message).toContain(
      'asks before calls of "check", and nobody can be asked here.',
    );
    const asking = running('p: PLANNER {planner: {flavour: capability, use: check}}', [
      policy('deny', { capability: 'check' }),
    ]);
    expect(asking.lines).toContain('failed POLICY_DENIED');
  });

  test('P13 dynamicPlans off: planners are errors, whatever else is allowed', () => {
    const off = withPlanning([policy('allow')], false);
    expect(running('p: PLANNER rules', off).lines).toContain('failed DYNAMIC_PLANS_OFF');
    expect(running('p: PLANNER rules', withPlanning(off, true)).open).toEqual(['/p!1']);
  });

  test('K5 a run that was recorded before policies were asked is not ruled by them', () => {
    const run = running('a: CAPABILITY mail.send', [policy('deny')], { flags: [1, 2, 3] });
    expect(run.open).toEqual(['/a#1']);
  });
});

function approve(run: TestRun, address: string): void {
  const command = run.command(address);
  const hash = command.kind === 'wait' ? (command.call?.hash ?? '') : '';
  run.answer(address, { decision: 'approve', hash });
}

/** What goes somewhere, and where: null where nobody can tell, absent where it goes nowhere (case A3). */
const ADDRESSES: ReadonlyMap<string | undefined, string | null | undefined> = new Map([
  [undefined, undefined],
  ['https://example.com/a?b', 'example.com'],
  ['HTTPS://API.Example.com:8443/x', 'api.example.com'],
  ['https://example.com./', 'example.com'],
  ['https://example.com.evil.example/', 'example.com.evil.example'],
  ['https://notexample.com/', 'notexample.com'],
  ['https://example.com@evil.example/', null],
  ['https://ex\u0430mple.com/', null],
  ['somewhere', null],
]);

interface Leaving {
  readonly id: string;
  readonly effect: Effect;
  readonly input: JsonObject;
  readonly isPlanned: boolean;
}

/** P13 as it is written, by itself: policies in their order, the first that matches wins, then the built-in rest. */
function verdictOf(policies: readonly Policy[], call: Leaving): Then {
  for (const policy of policies) if (policy.then !== undefined && matches(policy, call)) return policy.then;
  const isSafe = call.effect === 'pure' || call.effect === 'read';
  return call.isPlanned && !isSafe ? 'ask' : 'allow';
}

function matches({ when = {}, then }: Policy, { id, effect: its, input }: Leaving): boolean {
  const { capability = '*', effect, host, argument } = when;
  const isNamed = capability.endsWith('*') ? id.startsWith(capability.slice(0, -1)) : capability === id;
  if (!isNamed || (effect !== undefined && effect !== its)) return false;
  if (host !== undefined && !goesTo(host, id, input, then)) return false;
  if (argument === undefined) return true;
  return typeof input.n === 'number' ? input.n > 3 : then !== 'allow';
}

/** A host that cannot be told is a match for what asks and denies, like an argument that has no value. */
function goesTo(pattern: string, id: string, { url }: JsonObject, then: Policy['then']): boolean {
  if (!id.startsWith('web.')) return false;
  const host = ADDRESSES.get(typeof url === 'string' ? url : undefined);
  if (host === undefined) return false;
  if (host === null) return then !== 'allow';
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

const IDS = CAPABILITIES.map(({ id }) => id);
const EFFECT = fc.constantFrom<Effect[]>('pure', 'read', 'write', 'unknown');
const CATALOGUE = fc.tuple(...CAPABILITIES.map((one) => EFFECT.map((effect) => ({ ...one, effect }))));
const WHEN = fc.record(
  {
    capability: fc.constantFrom(...IDS, 'mail.*', 'web.*', '*', 'gone'),
    effect: EFFECT,
    host: fc.constantFrom(
      'example.com',
      '*.example.com',
      'api.example.com',
      'evil.example',
      '*.evil.example',
    ),
    argument: fc.constant('input.n > 3'),
  },
  { requiredKeys: [] },
);
const POLICIES = fc.array(
  fc
    .tuple(fc.constantFrom<Then[]>('allow', 'ask', 'deny'), WHEN)
    .map(([verdict, when]) => policy(verdict, when)),
  { maxLength: 5 },
);
const STEPS = fc.array(
  fc.record({
    id: fc.oneof(fc.constantFrom('web.get', 'web.post'), fc.constantFrom(...IDS)),
    n: fc.constantFrom<Json | undefined>(undefined, 2, 4, 'x'),
    url: fc.constantFrom(...ADDRESSES.keys()),
  }),
  { minLength: 1, maxLength: 4 },
);

const { seed, numRuns } = samples(6_000);

test('P13 no command leaves that policies do not allow, over random catalogues, policies, hosts and plans', () => {
  fc.assert(
    fc.property(CATALOGUE, POLICIES, STEPS, fc.boolean(), (catalogue, policies, drawn, isPlanned) => {
      const effectOf = (id: string) => catalogue.find((one) => one.id === id)?.effect ?? 'unknown';
      const calls = drawn.map(({ id, n, url }) => ({
        id,
        effect: effectOf(id),
        input: given({ n, url }),
        isPlanned,
      }));
      const text = calls.map(lineOfCall).join('\n');
      const run = running(isPlanned ? PLANNED : text, policies, {}, catalogue);
      if (isPlanned) run.proposes('/think!1', body(text));
      const verdicts = calls.map((call) => verdictOf(policies, call));
      if (run.history.some((line) => line.startsWith('plan.refused'))) {
        expect(verdicts).toContain('deny');
        expect(run.open).toEqual([]);
        return;
      }
      for (const [index, verdict] of verdicts.entries()) {
        const address = `${isPlanned ? '/do@1' : ''}/s${index}#1`;
        const of = `${address} ${JSON.stringify(calls[index])}`;
        expect(run.open.includes(address), of).toBe(verdict === 'allow');
        expect(run.open.includes(`${address}!approve`), of).toBe(verdict === 'ask');
      }
    }),
    { seed, numRuns },
  );
});

const PLANNED = 'var dynamicPlan\nthink: PLANNER rules\ndo: PLAN_EXECUTOR\nthink -> do';

function given(values: Readonly<Record<string, Json | undefined>>): JsonObject {
  return JSON.parse(JSON.stringify(values)) as JsonObject;
}

function lineOfCall({ id, input }: Leaving, index: number): string {
  return `s${index}: CAPABILITY ${id} {onError: continue, input: ${JSON.stringify(input)}}`;
}
