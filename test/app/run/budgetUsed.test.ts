import { describe, expect, it } from 'vitest';
import { EMPTY_VIEW } from '#projection';
import { budgetUsed } from '../../../src/app/run/Budget';

const USED = {
  ...EMPTY_VIEW,
  calls: 12,
  usage: { inputTokens: 900, outputTokens: 100, microUnits: 250_000, currency: 'EUR' },
};

describe('K10 what a run has used of its budget', () => {
  it('is nothing where it has none', () => {
    expect(budgetUsed(USED, 1_000)).toEqual([]);
  });

  it('is told by part, the one that is nearest to its end first', () => {
    const budget = { calls: 50, tokens: 1_250, microUnits: 1_000_000, wallTimeMs: 600_000 };
    expect(budgetUsed({ ...USED, budget }, 60_000)).toMatchObject([
      { part: 'Tokens', share: 0.8, words: '1,000 of 1,250' },
      { part: 'Money', share: 0.25, words: '0.2500 EUR of 1.0000 EUR' },
      { part: 'Calls', share: 0.24, words: '12 of 50' },
      { part: 'Time', share: 0.1 },
    ]);
  });

  it('T10 is told as about right where no service has counted it', () => {
    const usage = { ...USED.usage, estimated: true as const };
    const [tokens] = budgetUsed({ ...USED, usage, budget: { tokens: 1_000 } }, 0);
    expect(tokens?.words).toBe('about 1,000 of 1,000');
  });

  it('may be more than all of it, by the last call', () => {
    const [tokens] = budgetUsed({ ...USED, budget: { tokens: 500 } }, 0);
    expect(tokens?.share).toBe(2);
  });
});
