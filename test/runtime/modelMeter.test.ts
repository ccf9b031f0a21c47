import { describe, expect, it } from 'vitest';
import type { Usage } from '#kernel';
import type { ModelSpec } from '#plan';
import { hostOf, start } from './notation';

const SPEC: ModelSpec = {
  id: 'main',
  connection: 'server',
  model: 'scripted',
  price: { input: 2_500_000, output: 10_000_000, currency: 'EUR', date: '2026-11-01' },
};
const PLAN = 'plan: PLANNER llm {goal: "x", models: [main]}';

/** What a planner's call has cost, when the model's service says that it took this. */
async function costOf(usage: Usage, spec: ModelSpec = SPEC): Promise<Usage | undefined> {
  const models = {
    list: [spec],
    stream: async function* () {
      yield { type: 'text', text: '{"steps":[{"tool":"echo","input":{}}]}' } as const;
      yield { type: 'done', usage, finishReason: 'stop' } as const;
    },
  };
  const run = start(hostOf({}, { models }), PLAN, {
    rest: { models: [JSON.parse(JSON.stringify(spec))], connections: [{ id: 'server' }] },
  });
  await run.done;
  const fact = run.commits.map((commit) => commit.fact).find(({ type }) => type === 'plan.replied');
  return fact?.type === 'plan.replied' ? fact.attempt.usage : undefined;
}

describe('K10 what a reply costs', () => {
  it('is integer micro-units by the price of its model, rounded up', async () => {
    expect(await costOf({ inputTokens: 1_001, outputTokens: 7 })).toMatchObject({
      microUnits: 2_503 + 70,
      currency: 'EUR',
    });
  });

  it('is what the service says, where it does', async () => {
    expect(await costOf({ inputTokens: 1_000, microUnits: 9, currency: 'USD' })).toMatchObject({
      microUnits: 9,
      currency: 'USD',
    });
  });

  it('is not known without a price', async () => {
    const { price: _price, ...unpriced } = SPEC;
    const usage = { inputTokens: 1_000, outputTokens: 5 };
    expect(await costOf(usage, unpriced)).toEqual(usage);
  });
});
