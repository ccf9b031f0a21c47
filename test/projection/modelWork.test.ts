import { describe, expect, test } from 'vitest';
import { problem } from '#base';
import type { Commit, Entry, Fact, PlanAttempt } from '#kernel';
import { asInterrupted, askedPlanners, fallbacksOf, graphOfRun, project } from '#projection';
import { ledger } from '../notation/ledger';
import { plan } from '../notation/plan';

const asked = plan(`
  plan: PLANNER llm
  execute: PLAN_EXECUTOR dynamicPlan
  plan -> execute
`);

const MODEL = { id: 'm', connection: 'c', model: 'qwen2.5:7b' };
type Reply = Pick<PlanAttempt, 'madeBy' | 'model' | 'verdict' | 'problems'>;

/** A ledger whose planner asks a model, with what became of its attempts in turn. */
function asking(text: string, replies: readonly Reply[] = []): readonly Commit[] {
  let at = 0;
  const factOf = (fact: Fact): Fact => {
    if (fact.type === 'run.started') return { ...fact, closure: { ...fact.closure, models: [MODEL] } };
    return fact.type === 'plan.replied'
      ? { ...fact, attempt: { ...fact.attempt, flavour: 'llm', ...replies[at++] } }
      : fact;
  };
  const entryOf = (entry: Entry): Entry =>
    entry.kind === 'command' && entry.data.command.kind === 'plan'
      ? { ...entry, data: { command: { ...entry.data.command, flavour: 'llm', model: 'm' } } }
      : entry;
  return ledger(asked, text).map((commit) => ({
    ...commit,
    fact: factOf(commit.fact),
    entries: commit.entries.map(entryOf),
  }));
}

const cardsOf = (commits: readonly Commit[], isPast = false) =>
  graphOfRun(asked, project(commits), { isPast }).nodes.map(({ key, line, asking: span, caution }) => ({
    ...{ key, line },
    ...(span && { span }),
    ...(caution && { caution }),
  }));

describe('D6 a planner whose model is at work', () => {
  const text = `
    1000 begin {}
      start /plan#1
      plan /plan!1 1
    1400 step /plan!1 0 a: CAPABILITY echo
  `;

  test('says who it is, when it was asked and when each step came', () => {
    const [only] = askedPlanners(project(asking(text)));
    expect(only).toMatchObject({ address: '/plan', call: '/plan!1', who: 'qwen2.5:7b', model: MODEL });
    expect(only?.planning).toMatchObject({ askedAt: 1000, streamed: [{ at: 1400 }] });
  });

  test('on its card, too: while time goes on, or as it stood', () => {
    expect(cardsOf(asking(text))[0]).toEqual({
      ...{ key: '/plan', line: 'qwen2.5:7b', span: { from: 1000, at: null } },
    });
    expect(cardsOf(asking(text), true)[0]?.span).toEqual({ from: 1000, at: 1400 });
  });

  test('each call counts from when it left', () => {
    const again = `${text}
    1500 reply /plan!1 refused
      plan /plan!2 2
    `;
    expect(askedPlanners(project(asking(again)))).toMatchObject([
      { call: '/plan!2', planning: { askedAt: 1500 } },
    ]);
  });

  test('is none any more when it has answered, nor in a run that was left', () => {
    expect(askedPlanners(project(asking(`${text}\n1500 reply /plan!1 refused`)))).toEqual([]);
    expect(askedPlanners(asInterrupted(project(asking(text))))).toEqual([]);
  });

  test('planners without a model are none', () => {
    expect(askedPlanners(project(ledger(asked, text)))).toEqual([]);
  });
});

describe('P5 a plan that the model that was asked did not make', () => {
  const text = `
    0 begin {}
      start /plan#1
      plan /plan!1 1
    1 reply /plan!1 failed
      plan /plan!2 2
    2 reply /plan!2 accepted a: CAPABILITY echo
  `;
  const failed = (code: string): Reply => ({
    ...{ madeBy: 'qwen2.5:7b', model: 'm', verdict: 'failed' },
    problems: [problem(code, 'It failed.', 'Try again.')],
  });
  const made = (madeBy: string, model: string | null): Reply => ({
    ...{ madeBy, model, verdict: 'accepted', problems: [] },
  });

  test.each<[string, string | null, string, string]>([
    ['Built-in rules', null, 'MODEL_UNAUTHORIZED', 'model wants a valid key'],
    ['Another model', 'other', 'MODEL_UNREACHABLE', 'model not reached'],
    ['Built-in rules', null, 'SOMETHING_NEW', 'model failed'],
  ])('by %s: cards, title and the list of fallbacks say so', (madeBy, model, code, cause) => {
    const commits = asking(text, [failed(code), made(madeBy, model)]);
    expect(fallbacksOf(project(commits))).toMatchObject([
      {
        ...{ address: '/plan', name: 'Planner', madeBy, model: 'qwen2.5:7b' },
        ...{ because: 'qwen2.5:7b failed', cause, problem: { code } },
      },
    ]);
    expect(cardsOf(commits).map(({ key, caution }) => [key, caution])).toContainEqual(['/plan', cause]);
    expect(cardsOf(commits).find(({ key }) => key === '/execute')?.caution).toBe('not the model’s plan');
  });

  test('a plan that was refused is the cause where the model gave one', () => {
    const refused: Reply = { ...failed('UNKNOWN_TOOL'), verdict: 'refused' };
    const commits = asking(text, [refused, made('Built-in rules', null)]);
    expect(fallbacksOf(project(commits))[0]).toMatchObject({
      because: 'the plan of qwen2.5:7b was refused',
      cause: 'model’s plan was refused',
    });
  });

  test('a repair by the same model is no fallback', () => {
    const commits = asking(text, [failed('MODEL_STREAM_CUT'), made('qwen2.5:7b', 'm')]);
    expect(fallbacksOf(project(commits))).toEqual([]);
    expect(cardsOf(commits).every(({ caution }) => caution === undefined)).toBe(true);
  });
});
