import { rows as asRows, value } from '../../questions/blind/expected';
import { cellOf, type Kind, kind, type Places } from './kind';
import { month, perGroup, sumOf } from './reckoning';
import type { Row } from './table';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const day = (places: Places, say: (iso: string) => string) => (row: Row) => {
  const iso = cellOf(places.date)(row);
  return iso === null ? null : say(iso);
};
const weekday = (iso: string) => WEEKDAYS[new Date(`${iso}T00:00:00Z`).getUTCDay()] ?? '';
const quarter = (iso: string) => `${iso.slice(0, 4)}-Q${Math.ceil(Number(iso.slice(5, 7)) / 3)}`;

/** The two months of a question with the total of each; none where one has no number. */
function sides(rows: readonly Row[], places: Places): readonly [string, number][] | null {
  const own = places.months.map((key): [string, number] => [
    key,
    sumOf(places)(rows.filter((row) => month(places)(row) === key)),
  ]);
  return own.some(([, one]) => Number.isNaN(one)) ? null : own;
}

const months = (name: string, wordings: string, answer: Kind['answer']): Kind => ({
  ...kind(name, wordings, answer, false),
  needs: 'months',
});

/** Days, weeks, quarters and years, and one month held against another. */
export const PERIODS: readonly Kind[] = [
  kind(
    'by year',
    '{many} per {year}|how many {many} per {year}|number of {many} by {year}|{many} by {year}|how many {many} each {year}|{year}ly number of {many}|count of {many} per {year}|how many {many} were there in each {year}|number of {many} for each {year}|how many {many} every {year}',
    (rows, places) =>
      perGroup(
        rows,
        day(places, (iso) => iso.slice(0, 4)),
        (own) => own.length,
      ),
  ),
  kind(
    'by quarter',
    '{many} per {quarter}|how many {many} per {quarter}|number of {many} by {quarter}|{many} by {quarter}|how many {many} each {quarter}|{quarter}ly number of {many}|count of {many} per {quarter}|how many {many} were there in each {quarter}|number of {many} for each {quarter}|how many {many} every {quarter}',
    (rows, places) => perGroup(rows, day(places, quarter), (own) => own.length),
  ),
  kind(
    'sum by quarter',
    'total {number} per {quarter}|total {number} by {quarter}|sum of {number} per {quarter}|{quarter}ly total {number}|total {number} for each {quarter}|what is the total {number} per {quarter}|total {number} in each {quarter}|sum of {number} by {quarter}|the total {number} of each {quarter}|total {number} every {quarter}',
    (rows, places) => perGroup(rows, day(places, quarter), sumOf(places)),
  ),
  kind(
    'by weekday',
    '{many} per {weekday}|how many {many} per {weekday}|number of {many} by {weekday}|{many} by {weekday}|how many {many} on each {weekday}|count of {many} per {weekday}|how many {many} on every {weekday}|number of {many} for each {weekday}|number of {many} on each {weekday}|how many {many} for each {weekday}',
    (rows, places) => perGroup(rows, day(places, weekday), (own) => own.length),
  ),
  months(
    'two months',
    'compare total {number} in {earlier} and {later}|total {number} in {earlier} versus {later}|compare total {number} of {earlier} with {later}|total {number} in {earlier} compared to {later}|compare {earlier} and {later} by total {number}|total {number}: {earlier} vs {later}|compare the total {number} of {earlier} and {later}|total {number} for {earlier} against {later}|how does total {number} in {later} compare to {earlier}|total {number} in {earlier} vs {later}',
    (rows, places) => {
      const own = sides(rows, places);
      return own === null ? null : asRows(own);
    },
  ),
  months(
    'change of months',
    'how did total {number} change from {earlier} to {later}|difference in total {number} between {earlier} and {later}|change of total {number} from {earlier} to {later}|how much did total {number} grow from {earlier} to {later}|how much more {number} in {later} than in {earlier}|growth of total {number} from {earlier} to {later}|by how much did total {number} change between {earlier} and {later}|what is the difference in total {number} between {earlier} and {later}|increase in total {number} from {earlier} to {later}|how much higher was total {number} in {later} than in {earlier}',
    (rows, places) => {
      const [one, other] = sides(rows, places) ?? [];
      return one && other ? value(other[1] - one[1], { eitherSign: true }) : null;
    },
  ),
];
