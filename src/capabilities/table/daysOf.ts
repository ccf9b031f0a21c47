/**
 * Days since the first of January 1970 of an ISO 8601 date, in the proleptic Gregorian calendar; a time of day and a zone
 * behind it count as parts of a day (RFC 3339).
 *
 * @example daysSince('1970-01-02T12:00') // 1.5
 */
export function daysSince(date: string): number {
  const [, hours = '0', minutes = '0', seconds = '0', zone = 'Z'] =
    /[T ](\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?(Z|[+-]\d{2}:?\d{2})?$/.exec(date) ?? [];
  const [, sign = '+', zoneHours = '0', zoneMinutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(zoneHours) * 3_600 + Number(zoneMinutes) * 60);
  const time = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) - offset;
  return daysOf(date) + time / 86_400;
}

/** The whole days alone: the calendar's date, whatever the time; negative before 1970. */
export function daysOf(date: string): number {
  const [year = 0, month = 1, day = 1] = date.slice(0, 10).split('-').map(Number);
  // Years begin in March here, so that the leap day is their last.
  const shifted = month > 2 ? year : year - 1;
  const monthDays = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5);
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leapDays + monthDays + day - 1 - DAYS_TO_1970;
}

const DAYS_TO_1970 = 719_468;
