/**
 * Sum of numbers that a reader would get on paper: compensated (Neumaier 1974), then rounded to the decimals that
 * the numbers themselves have, so that 0.1 + 0.2 is 0.3. The order of the numbers does not matter up to the
 * precision of a double.
 */
export function sumOf(numbers: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  let decimals = 0;
  for (const number of numbers) {
    const next = sum + number;
    lost += Math.abs(sum) >= Math.abs(number) ? sum - next + number : number - next + sum;
    sum = next;
    decimals = Math.max(decimals, decimalsOf(number));
  }
  return withoutNoise(sum + lost, decimals);
}

/** Up to so many decimals, of numbers below this, no text is needed. */
const FEW = 4;
const EXACT = 1e9;

/** How many decimals the shortest text of a number has (ECMAScript Number::toString); exponents counted in. */
export function decimalsOf(number: number): number {
  if (Number.isInteger(number)) return 0;
  if (Math.abs(number) < EXACT) {
    for (let decimals = 1; decimals <= FEW; decimals++) {
      const unit = 10 ** decimals;
      // Both are whole and exact, so that the quotient is the double nearest to that text.
      if (Math.round(number * unit) / unit === number) return decimals;
    }
  }
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const fraction = mantissa.split('.')[1] ?? '';
  return Math.max(0, fraction.length - Number(exponent));
}

// toFixed takes at most 100 decimals, and above 2^53 a double has none to round.
export function withoutNoise(number: number, decimals: number): number {
  if (decimals === 0 || decimals > 20 || Math.abs(number) >= Number.MAX_SAFE_INTEGER) return number;
  return Number(number.toFixed(decimals));
}
