import { isJsonObject, type Json, type JsonObject, own } from '#base';
import type { Column } from './column';

/**
 * A duration counts its hours, which a step computes of its seconds. One that is text until somebody says what it is
 * (`7:30` may be a time of day) is one where the question says so, and the step that loads the table reads it as such.
 */
export function inHoursIf(said: boolean, described: JsonObject, column: Column): Column {
  const asked = own(described, 'duration');
  const isAsked = (said || HEAD.test(column.name)) && isJsonObject(asked);
  if (!column.isDuration && !isAsked) return column;
  const range = isAsked ? asked : described;
  const hours = (end: Json | undefined) => (typeof end === 'number' ? end / 3_600 : null);
  return {
    ...column,
    name: `${column.name} in hours`,
    type: 'number',
    unit: 'hours',
    values: [],
    readable: [],
    min: hours(own(range, 'min')),
    max: hours(own(range, 'max')),
    isDuration: true,
    derived: {
      left: column.name,
      operation: 'divided by',
      right: 3_600,
      ...(isAsked ? { readAs: HOURS } : {}),
    },
  };
}

/** Heads of columns whose `7:30` is a length of time whatever is asked: a time of day would be called otherwise. */
const HEAD = /\b(?:hours?|hrs|duration|overtime)\b/i;

const HOURS = { type: 'duration', read: 'hours-minutes' } as const;
