import { lastNounOf, nounsOf } from '../tables/nouns';
import type { Table } from '../tables/tables';
import { isUncounted } from './uncounted';

/** Nouns of which each may stand for what a table is called by another of its line. */
const ALIKE = [
  'match game fixture',
  'order sale purchase deal',
  'visit appointment booking reservation stay session consultation',
  'expense payment purchase bill',
  'trip journey ride drive tour flight',
  'donation gift contribution',
  'parcel package',
  'harvest picking',
  'run workout training activity jog',
  'employee staff worker colleague person payroll',
  'member person membership club choir band orchestra society association',
  'family person member relative',
  'film movie',
  'listing property home place accommodation',
  'ticket issue request incident case helpdesk support',
  'book title novel library',
  'invoice bill',
  'recipe dish meal',
  'race runner participant finisher athlete competitor entrant result',
  'student pupil grade kid child',
  'survey respondent response answer participant person',
  'absence leave',
  'plant flower',
  'car vehicle',
  'delivery shipment parcel',
  'freight shipment load consignment cargo',
  'course class lesson',
  'guest person',
  'contact person',
  'patient person',
  'volunteer person helper',
  'fuel fill fill_up filled_up refuelling',
].map((line) => line.split(' '));

const PERSONS = new Set(
  'runner participant finisher athlete competitor entrant employee staff worker colleague person member relative student pupil kid child respondent guest patient volunteer helper contact'.split(
    ' ',
  ),
);

/** Whether a noun means persons: of a table in which some stand in several rows they are not its rows. */
export function meansPersons(stem: string): boolean {
  return PERSONS.has(stem);
}

function isKind(stems: readonly string[]): boolean {
  return stems.length === 2 && /^(?:type|kind)$/.test(stems[1] ?? '');
}

/** Bikes of `bike_repairs` come in and go out: each row is one that was there. */
function keptThings(table: Table): readonly string[] {
  const dates = table.columns.filter(({ type, derived }) => type === 'date' && !derived);
  const [isIn, isOut] = ['in', 'out'].map((way) => dates.some(({ stems }) => stems.includes(way)));
  const last = lastNounOf(table);
  return isIn && isOut && last !== null ? nounsOf(table).filter((noun) => noun !== last) : [];
}

/** Nouns that mean a row of the table though it is not called so: games of a table of matches, repairs of `bike_repairs`. */
export function rowNouns(table: Table): readonly string[] {
  const own = new Set([
    ...nounsOf(table),
    ...table.columns.flatMap(({ identifies, stems }) => (identifies && stems.length === 1 ? stems : [])),
  ]);
  // “Property type” is of a property, and names none.
  const named = new Set(table.columns.flatMap(({ stems }) => (isKind(stems) ? stems.slice(1) : stems)));
  const last = lastNounOf(table);
  // Rows of `library_loans` are loans, whatever the library has.
  const kinds =
    last === null ? own : new Set([...own].filter((noun) => noun === last || !nounsOf(table).includes(noun)));
  const alike = ALIKE.filter((line) => line.some((noun) => kinds.has(noun))).flat();
  const others = [...new Set(alike)].filter((noun) => !own.has(noun));
  return [...others, ...keptThings(table), ...(last === null || isUncounted(last) ? [] : [last])].filter(
    (noun) => !named.has(noun),
  );
}
