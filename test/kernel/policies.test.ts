import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#base';
import { replay } from '#kernel';
import type { Effect, Policy } from '#plan';
import { samples } from '../fuzz/samples';
import { body, plan } from '../notation/plan';
import { type RunSetup, runOf, type TestRun, tool } from '../notation/run';

type Then = 'allow' | 'ask' | 'deny';

function policy(verdict: Then, when: Policy['when'] = {}): Policy {
  return { when, ['then' as const]: verdict };
}

const CAPABILITIES = [
  tool('echo', 'pure'),
  tool('mail.read', 'read'),
  tool('mail.send', 'write'),
  tool('disk.erase', 'unknown'),
  tool('check', 'read'),
];

function running(text: string, policies: readonly Policy[], setup: RunSetup = {}): TestRun {
  return runOf(plan(text), { closure: { capabilities: CAPABILITIES, policies }, ...setup });
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
      const text = 'var dynamicPlan\nthink: PLANNER rules\ndo: PLAN_EXECUTOR\nthink -> do';
      const run = running(text, []);
      run.proposes('/think!1', body(`a: CAPABILITY ${id}`));
      return run.open;
    };
    expect(planned('mail.send')).toEqual(['/do@1/a#1!approve']);
    expect(planned('disk.erase')).toEqual(['/do@1/a#1!approve']);
    expect(planned('mail.read')).toEqual(['/do@1/a#1']);
  });

  test('P13 an allow before it lets planned steps write', () => {
    const text = 'var dynamicPlan\nthink: PLANNER rules\ndo: PLAN_EXECUTOR\nthink -> do';
    const run = running(text, [policy('allow', { capability: 'mail.send' })]);
    run.proposes('/think!1', body('a: CAPABILITY mail.send'));
    expect(run.open).toEqual(['/do@1/a#1']);
  });

  test('P13 a plan that names what is denied is refused', () => {
    const text = 'var dynamicPlan\nthink: PLANNER rules\ndo: PLAN_EXECUTOR\nthink -> do';
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

/** P13 as it is written, by itself. */
function verdictOf(
  policies: readonly Policy[],
  id: string,
  effect: Effect,
  input: JsonObject,
  planned: boolean,
): Then {
  for (const { when = {}, then } of policies) {
    if (then === undefined || !fits(when, id, effect)) continue;
    if (when.argument === undefined) return then;
    const holds = typeof input.n === 'number' ? input.n > 3 : null;
    if (holds ?? then !== 'allow') return then;
  }
  return planned && (effect === 'write' || effect === 'unknown') ? 'ask' : 'allow';
}

const { seed, numRuns } = samples(3_000);

test(`P13 no command leaves that policies do not allow, over random policies and plans`, () => {
  const ids = CAPABILITIES.map(({ id }) => id);
  const when = fc.record(
    {
      capability: fc.constantFrom(...ids, 'mail.*', '*', 'gone'),
      effect: fc.constantFrom<Effect[]>('pure', 'read', 'write', 'unknown'),
      argument: fc.constant('input.n > 3'),
    },
    { requiredKeys: [] },
  );
  const policies = fc.array(
    fc
      .tuple(fc.constantFrom<Then[]>('allow', 'ask', 'deny'), when)
      .map(([verdict, what]) => policy(verdict, what)),
    { maxLength: 5 },
  );
  const step = fc.record({
    id: fc.constantFrom(...ids),
    input: fc.constantFrom<JsonObject>({}, { n: 2 }, { n: 4 }, { n: 'x' }),
  });
  fc.assert(
    fc.property(
      policies,
      fc.array(step, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (rules, steps, planned) => {
        const text = steps
          .map(
            ({ id, input }, index) =>
              `s${index}: CAPABILITY ${id} {onError: continue, input: ${JSON.stringify(input)}}`,
          )
          .join('\n');
        const run = planned
          ? running('var dynamicPlan\nthink: PLANNER rules\ndo: PLAN_EXECUTOR\nthink -> do', rules)
          : running(text, rules);
        if (planned) run.proposes('/think!1', body(text));
        const inside = planned ? '/do@1' : '';
        const wasRefused = run.history.some((line) => line.startsWith('plan.refused'));
        for (const [index, { id, input }] of steps.entries()) {
          const effect = CAPABILITIES.find((one) => one.id === id)?.effect ?? 'unknown';
          const verdict = verdictOf(rules, id, effect, input, planned);
          const address = `${inside}/s${index}#1`;
          expect(run.open.includes(address), `${address} ${id}`).toBe(!wasRefused && verdict === 'allow');
          expect(run.open.includes(`${address}!approve`), `${address} ${id}`).toBe(
            !wasRefused && verdict === 'ask',
          );
        }
        if (wasRefused)
          expect(
            steps.some(({ id, input }) => verdictOf(rules, id, effectOf(id), input, planned) === 'deny'),
          ).toBe(true);
      },
    ),
    { seed, numRuns },
  );
});

function effectOf(id: string): Effect {
  return CAPABILITIES.find((one) => one.id === id)?.effect ?? 'unknown';
}

function fits({ capability = '*', effect }: NonNullable<Policy['when']>, id: string, its: Effect): boolean {
  const isNamed = capability.endsWith('*') ? id.startsWith(capability.slice(0, -1)) : capability === id;
  return isNamed && (effect === undefined || effect === its);
}
