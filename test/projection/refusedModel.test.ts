import { describe, expect, test } from 'vitest';
import { problem } from '#base';
import type { PlanAttempt } from '#kernel';
import { project, refusedModelOf } from '#projection';
import { ledger } from '../notation/ledger';
import { plan } from '../notation/plan';

const MODELS = ['first', 'second', 'third'].map((id) => ({ id, connection: `slot-${id}`, model: id }));
const REFUSED = 'MODEL_UNAUTHORIZED';

const asked = plan(`
  plan: PLANNER llm
  each: SUB_PLAN other
  write: CAPABILITY model.generate
  plan -> write
`);

const modelOf = (text: string, replies: readonly Partial<PlanAttempt>[] = []) => {
  let at = 0;
  const commits = ledger(asked, `0 begin {}\n${text}`).map(({ fact, ...commit }) => {
    if (fact.type === 'run.started')
      return { ...commit, fact: { ...fact, closure: { ...fact.closure, models: MODELS } } };
    if (fact.type === 'plan.replied')
      return { ...commit, fact: { ...fact, attempt: { ...fact.attempt, ...replies[at++] } } };
    return { ...commit, fact };
  });
  return refusedModelOf(project(commits))?.id ?? null;
};

const refusal = (model: string) => ({
  model,
  problems: [problem(REFUSED, 'The server refused the key.', '')],
});

describe('case F8 the model whose key was refused', () => {
  const planned = (code: string) => `
      start /plan#1
      plan /plan!1 1
    1 reply /plan!1 failed
      plan /plan!2 2
    2 reply /plan!2 failed
      fail /plan#1 ${code}
      failed ${code}
  `;

  test('is the one that the planner asked, not the first of the workspace', () => {
    expect(modelOf(planned(REFUSED), [refusal('third'), refusal('second')])).toBe('second');
  });

  test('also where the rules, which are asked then, have no plan either', () => {
    const rules = { model: null, problems: [problem('CANNOT_PLAN', 'No rule matches.', '')] };
    expect(modelOf(planned('CANNOT_PLAN'), [refusal('second'), rules])).toBe('second');
  });

  test('is none where another model answered after it', () => {
    const badPlan = { model: 'third', problems: [problem('PLAN_INVALID', 'There is no such tool.', '')] };
    expect(modelOf(planned('PLAN_INVALID'), [refusal('second'), badPlan])).toBeNull();
  });

  const stepped = (input: string, code: string) => `
      start /write#1 ${input}
    1 error /write#1 ${code}
      fail /write#1 ${code}
      failed ${code}
  `;

  test('is the one that a step asked: the named one, or the first', () => {
    expect(modelOf(stepped('{"prompt": "Hi", "model": "third"}', REFUSED))).toBe('third');
    expect(modelOf(stepped('{"prompt": "Hi"}', REFUSED))).toBe('first');
  });

  test('is the one of the step where the planner was answered by another', () => {
    const replies = [refusal('second'), { model: 'first', verdict: 'accepted' as const, problems: [] }];
    const text = `
        start /plan#1
        plan /plan!1 1
      1 reply /plan!1 failed
        plan /plan!2 2
      2 reply /plan!2 accepted a: CAPABILITY echo
        ok /plan#1
        start /write#1 {"model": "third"}
      3 error /write#1 ${REFUSED}
        fail /write#1 ${REFUSED}
        failed ${REFUSED}
    `;
    expect(modelOf(text, replies)).toBe('third');
  });

  test('is none in a run that failed for something else, or goes on', () => {
    expect(modelOf(stepped('{"model": "third"}', 'MODEL_SERVER_ERROR'))).toBeNull();
    expect(modelOf(`start /write#1 {}\n1 error /write#1 ${REFUSED}\nhandled /write#1 ${REFUSED}`)).toBeNull();
  });
});
