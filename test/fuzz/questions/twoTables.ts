import { count, values } from '../../questions/blind/expected';
import { cellOf, grouped, type Kind, kind, mean, numbers, type Places, total } from './kind';
import { figure, meanOf, perGroup, sumOf } from './reckoning';
import type { Row } from './table';

/** The zone of a row, by the second table. */
const zoneOf =
  ({ table: { second } }: Places) =>
  (row: Row): string | null => {
    const value = second === null ? null : cellOf(second.category)(row);
    return value === null ? null : (second?.zones[value] ?? null);
  };

const inZone = (rows: readonly Row[], places: Places) =>
  rows.filter((row) => zoneOf(places)(row) === places.zone);

const joined = (name: string, wordings: string, answer: Kind['answer']): Kind => ({
  ...kind(name, wordings, answer, false),
  needs: 'second',
});

/** What only two tables with a common column can say. */
export const TWO_TABLES: readonly Kind[] = [
  joined(
    'join: count',
    '{many} per zone|how many {many} per zone|number of {many} by zone|{many} by zone|how many {many} in each zone|count of {many} per zone|how many {many} are there in each zone|number of {many} for each zone|how many {many} for every zone|count {many} by zone',
    (rows, places) => perGroup(rows, zoneOf(places), (own) => own.length),
  ),
  joined(
    'join: sum',
    'total {number} by zone|total {number} per zone|sum of {number} by zone|total {number} for each zone|what is the total {number} per zone|total {number} of each zone|the total {number} by zone|sum of {number} per zone|total {number} in each zone|total {number} grouped by zone',
    (rows, places) => perGroup(rows, zoneOf(places), sumOf(places)),
  ),
  joined(
    'join: mean',
    'average {number} by zone|average {number} per zone|mean {number} by zone|average {number} for each zone|what is the average {number} per zone|average {number} of each zone|the average {number} by zone|mean {number} per zone|average {number} in each zone|avg {number} by zone',
    (rows, places) => perGroup(rows, zoneOf(places), meanOf(places)),
  ),
  joined(
    'join: count of one',
    'how many {many} in zone {zone}|number of {many} in zone {zone}|how many {many} are in zone {zone}|count {many} with zone {zone}|how many {many} with zone {zone}|number of {many} where zone is {zone}|how many {many} have zone {zone}|count of {many} in zone {zone}|how many {many} for zone {zone}|how many {many} where the zone is {zone}',
    (rows, places) => count(inZone(rows, places).length),
  ),
  joined(
    'join: sum of one',
    'total {number} in zone {zone}|total {number} of zone {zone}|sum of {number} where zone is {zone}|total {number} for zone {zone}|what is the total {number} in zone {zone}|total {number} with zone {zone}|{number} in total for zone {zone}|sum of {number} in zone {zone}|overall {number} in zone {zone}|total {number} where the zone is {zone}',
    (rows, places) => figure(total)(inZone(rows, places), places),
  ),
  joined(
    'join: mean of one',
    'average {number} in zone {zone}|average {number} of zone {zone}|mean {number} where zone is {zone}|average {number} for zone {zone}|what is the average {number} in zone {zone}|average {number} with zone {zone}|mean {number} in zone {zone}|avg {number} in zone {zone}|the average {number} in zone {zone}|average {number} where the zone is {zone}',
    (rows, places) => {
      const all = numbers(inZone(rows, places), places.number);
      return all.length === 0 ? null : figure(mean)(inZone(rows, places), places);
    },
  ),
  joined(
    'join: none',
    'which {shared} have no {many}|{shared} without {many}|which {shared} have never had {many}|which {shared} do not have any {many}|list the {shared} that have no {many}|{shared} with no {many}|which {shared} are without {many}|show the {shared} without any {many}|what {shared} have no {many}|all {shared} that have no {many}',
    (rows, { table: { second } }) => {
      if (second === null) return null;
      const found = grouped(rows, cellOf(second.category));
      return values(Object.keys(second.zones).filter((one) => !found.has(one)));
    },
  ),
];
