/** Whether a number is a multiple of another, both taken as the decimals that they are written as: 0.3 is one of 0.1. */
export function isMultipleOf(value: number, of: number): boolean {
  if (!Number.isFinite(value) || !Number.isFinite(of) || of <= 0) return false;
  const [digits, exponent] = decimalOf(value);
  const [ofDigits, ofExponent] = decimalOf(of);
  const shared = Math.min(exponent, ofExponent);
  const scaled = (number: bigint, by: number): bigint => number * 10n ** BigInt(by - shared);
  return scaled(digits, exponent) % scaled(ofDigits, ofExponent) === 0n;
}

/** A number as digits × 10 to the exponent. */
function decimalOf(value: number): readonly [digits: bigint, exponent: number] {
  const [, whole = '0', fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(Math.abs(value))) ?? [];
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
