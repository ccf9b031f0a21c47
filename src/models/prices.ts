import type { ModelSpec } from '#plan';

type Price = NonNullable<ModelSpec['price']>;

/** The day of the table below: what a price list says later is not known here. */
export const PRICES_OF = '2025-08-01';

/**
 * List prices in US dollars for a million tokens, read and written, by what servers call the model (K10). They are offered, and never
 * used unasked: what a person or a workspace says of a model is what counts.
 */
const PRICES: Readonly<Record<string, readonly [input: number, output: number]>> = {
  'gpt-4.1': [2, 8],
  'gpt-4.1-mini': [0.4, 1.6],
  'gpt-4.1-nano': [0.1, 0.4],
  'gpt-4o': [2.5, 10],
  'gpt-4o-mini': [0.15, 0.6],
  'claude-opus-4-20250514': [15, 75],
  'claude-sonnet-4-20250514': [3, 15],
  'claude-3-5-haiku-20241022': [0.8, 4],
  'gemini-2.5-pro': [1.25, 10],
  'gemini-2.5-flash': [0.3, 2.5],
  'gemini-2.5-flash-lite': [0.1, 0.4],
};

const MICRO = 1_000_000;

/** The price of a model as it was listed on {@link PRICES_OF}; null where it is not. Routers put the maker before its name. */
export function listedPrice(model: string): Price | null {
  const name = model.slice(model.lastIndexOf('/') + 1);
  const found = Object.hasOwn(PRICES, name) ? PRICES[name] : undefined;
  if (found === undefined) return null;
  const [input, output] = found;
  return {
    input: Math.round(input * MICRO),
    output: Math.round(output * MICRO),
    currency: 'USD',
    date: PRICES_OF,
  };
}
