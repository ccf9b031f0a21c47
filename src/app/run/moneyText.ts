import type { Cost } from '#projection';

const MICRO = 1_000_000;

/** An amount with its currency, to four places: calls cost little. */
export function moneyText({ microUnits, currency }: Pick<Cost, 'microUnits' | 'currency'>): string {
  return `${(microUnits / MICRO).toFixed(4)} ${currency ?? ''}`.trim();
}
