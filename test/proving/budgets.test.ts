import { describe, expect, it } from 'vitest';
import { workspace } from '../notation/plan';
import { evaluated, GOOD, groundWith } from './suite';

const MODELS = { models: [{ id: 'm', connection: 'c', model: 'm' }], connections: [{ id: 'c' }] };
const CASES = [{ id: 'one', input: {}, checks: [{ on: 'outcome', that: 'status == "completed"' }] }];
const SUBJECTS = [{ id: 'as drawn' }];

/** What asks a model again and again, where nothing that it answers is enough. */
const ASKING = {
  'an agent': [
    'a: AGENT {goal: "Find it.", tools: ["text.say"], successCriteria: "It is found.", maxIterations: 20}',
    JSON.stringify({ thought: 'Go on.', tool: 'text.say', input: { text: 'Hello.' } }),
  ],
  'a planner that repairs': ['p: PLANNER llm {goal: "Say hello.", repairRetries: 5}', 'No plan.'],
  'the best of several plans': ['p: PLANNER llm {goal: "Say hello.", candidates: 5}', GOOD],
  'a planner that plans again': [
    'p: PLANNER plan-execute {goal: "Say hello."}\nx: PLAN_EXECUTOR dynamicPlan\np -> x',
    GOOD,
  ],
} as const;

describe.each(Object.entries(ASKING))(
  'T10 K10 tokens that no server counts, asked for by %s',
  (_, [text, answer]) => {
    const around = workspace(text, MODELS);

    it('exceed the budget by one call at most', async () => {
      const { ground, requests } = groundWith(() => answer);
      const given = { subjects: SUBJECTS, cases: CASES, repeat: 3, budget: { tokens: 1 } };
      const { results, stopped } = await evaluated(given, { ground, workspace: around });
      expect(stopped?.code).toBe('OUT_OF_BUDGET');
      expect(requests).toHaveLength(1);
      expect(
        results.undone.tokens + results.runs.reduce((sum, { tokens }) => sum + tokens, 0),
      ).toBeGreaterThan(1);
    });
  },
);
