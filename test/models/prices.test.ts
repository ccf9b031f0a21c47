import { describe, expect, it } from 'vitest';
import { listedPrice, PRICES_OF } from '#models';

describe('K10 prices of models', () => {
  it('are listed with their day, in micro-units of a million tokens', () => {
    expect(listedPrice('gpt-4.1-mini')).toEqual({
      input: 400_000,
      output: 1_600_000,
      currency: 'USD',
      date: PRICES_OF,
    });
  });

  it('are found behind the name of the maker, as routers write it', () => {
    expect(listedPrice('openai/gpt-4.1')).toEqual(listedPrice('gpt-4.1'));
  });

  it.each(['qwen2.5:7b', 'toString', '', '__proto__'])('of “%s” are not known', (model) => {
    expect(listedPrice(model)).toBeNull();
  });
});
