import { describe, expect, it } from 'vitest';
import { budgetOfDraft, draftOfBudget } from '../../../src/app/forms/BudgetFields';

const NOTHING = { calls: '', minutes: '', tokens: '', money: '' };

describe('K10 a budget as it is typed', () => {
  it('left empty is none', () => {
    expect(budgetOfDraft(NOTHING)).toEqual({});
  });

  it('is read in minutes and in units of money', () => {
    const draft = { calls: '50', minutes: '1.5', tokens: '20 000', money: '0.25' };
    expect(budgetOfDraft(draft)).toEqual({
      calls: 50,
      wallTimeMs: 90_000,
      tokens: 20_000,
      microUnits: 250_000,
    });
  });

  it('is written as it was read', () => {
    const budget = { calls: 7, wallTimeMs: 120_000, tokens: 9, microUnits: 1_500_000 };
    expect(budgetOfDraft(draftOfBudget(budget))).toEqual(budget);
  });

  it.each([
    ['calls', '0'],
    ['calls', '1.5'],
    ['minutes', '-1'],
    ['tokens', 'many'],
    ['money', '0'],
  ])('%s of “%s” is no limit', (part, text) => {
    expect(budgetOfDraft({ ...NOTHING, [part]: text })).toBeNull();
  });
});
