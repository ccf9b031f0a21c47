const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:Z|([+-])(\d\d):(\d\d))$/;

/**
 * Milliseconds since the Unix epoch of a time as RFC 3339 writes it; null when the text is none. Parts of a
 * millisecond are dropped. Pure, so that the kernel's hosts agree on it.
 *
 * @example timeOf('1970-01-01T01:00:00+01:00') // 0
 */
export function timeOf(text: string): number | null {
  const match = RFC_3339.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second = '0', fraction = '', sign, offsetHour, offsetMinute] =
    match;
  const days = daysSinceEpoch(Number(year), Number(month), Number(day));
  const offset = (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0)) * (sign === '-' ? -1 : 1);
  const minutes = (days * 24 + Number(hour)) * 60 + Number(minute) - offset;
  return (minutes * 60 + Number(second)) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
}

/** Days from 1970-01-01 in the Gregorian calendar: years are counted from March, so that leap days come last. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}
