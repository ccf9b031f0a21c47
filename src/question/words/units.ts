/** Units as columns name them, and the words of a question that mean them. */
export const UNITS: readonly (readonly [units: readonly string[], words: readonly string[]])[] = [
  [
    ['EUR', '€'],
    ['euro', 'eur'],
  ],
  [
    ['USD', '$'],
    ['dollar', 'usd', 'buck'],
  ],
  [
    ['GBP', '£'],
    ['pound', 'gbp'],
  ],
  [['CHF'], ['franc', 'chf']],
  [['kWh'], ['kwh']],
  [['kg'], ['kg', 'kilogram', 'kilo']],
  [
    ['°C', '°F'],
    ['degree', 'celsius', 'fahrenheit'],
  ],
  [['km'], ['km', 'kilometre', 'kilometer']],
  [['g'], ['gram', 'gramme']],
  [['m'], ['metre']],
  [['l'], ['litre', 'liter']],
];

/** How a question says a unit; the unit itself where no word is known. */
export function unitWord(units: readonly string[]): string {
  return UNITS.find(([known]) => known === units)?.[1][0] ?? units[0] ?? '';
}

/** Whether a column counts one of these. */
export function isIn(unit: string, units: readonly string[]): boolean {
  return units.some((one) => one.toLowerCase() === unit.trim().toLowerCase());
}
