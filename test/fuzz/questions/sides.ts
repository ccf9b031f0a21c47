import { rows as asRows, value } from '../../questions/blind/expected';
import { type Kind, kind, numbers, total } from './kind';
import { meanOf, ofValue, share, sumOf } from './reckoning';

/** Parts of a whole, and two sides held against each other. */
export const SIDES: readonly Kind[] = [
  kind(
    'share',
    'what percentage of {many} has {category} {value}|share of {many} with {category} {value}|what share of the {many} has the {category} {value}|percentage of {many} where {category} is {value}|what percent of {many} have {category} {value}|which share of {many} has {category} {value}|the percentage of {many} with {category} {value}|what percentage of the {many} is {value}|proportion of {many} with {category} {value}|what share of {many} are {value}',
    (rows, places) =>
      rows.length === 0 ? null : value((100 * ofValue(rows, places).length) / rows.length, share),
    false,
  ),
  kind(
    'share of a sum',
    'what share of total {number} comes from {value}|share of {number} from {value}|what percentage of the total {number} is from {value}|percentage of {number} for {value}|what percent of {number} comes from {value}|what share of the {number} is {value}|{value} as a share of total {number}|the share of {value} in total {number}|what percentage of {number} does {value} have|which share of the total {number} has {value}',
    (rows, places) => {
      const whole = total(numbers(rows, places.number));
      const own = total(numbers(ofValue(rows, places), places.number));
      return whole === 0 ? null : value((100 * own) / whole, share);
    },
    false,
  ),
  kind(
    'two sides',
    'compare {number} of {value} and {other}|compare total {number} for {value} and {other}|{number} of {value} versus {other}|{number}: {value} vs {other}|compare {value} with {other} by total {number}|total {number} of {value} versus {other}|compare {value} and {other} by {number}|{value} versus {other} by total {number}|total {number} for {value} compared with {other}|how does {value} compare to {other} in total {number}',
    (rows, places) =>
      [sumOf(places), meanOf(places)].map((say) => {
        const sides = [places.value, places.other].map((one): [string, number] => [
          one,
          say(ofValue(rows, places, one)),
        ]);
        return sides.some(([, one]) => Number.isNaN(one)) ? null : asRows(sides);
      }),
    false,
  ),
  kind(
    'difference of sides',
    'how much more {number} does {value} have than {other}|difference in {number} between {value} and {other}|what is the difference in total {number} between {value} and {other}|how much higher is the total {number} of {value} than {other}|difference between {value} and {other} in total {number}|by how much does the total {number} of {value} exceed {other}|how much more total {number} for {value} than for {other}|total {number} of {value} minus {other}|how much less {number} does {value} have than {other}|gap in total {number} between {value} and {other}',
    (rows, places) =>
      [sumOf(places), meanOf(places)].map((say) => {
        const [one = Number.NaN, other = Number.NaN] = [places.value, places.other].map((side) =>
          say(ofValue(rows, places, side)),
        );
        return Number.isNaN(one - other) ? null : value(one - other, { eitherSign: true });
      }),
    false,
  ),
];
