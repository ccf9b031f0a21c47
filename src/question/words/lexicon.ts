import { onlyOf } from '#base';
import { isBound } from '../tables/column';
import { type Column, isMeasure, isRate, statedColumns, type Table } from '../tables/tables';
import { stemsOf, wordSet } from '../text/words';
import { columnsByHead, HEADS, type HeadConcept, isHeadConcept } from './heads';
import { UNITS } from './units';

/** What people call a thing by, whatever its column is called. */
export type Concept =
  | HeadConcept
  | 'money'
  | 'price'
  | 'quantity'
  | 'person'
  | 'time'
  | 'status'
  | 'rating'
  | 'energy'
  | 'duration'
  | 'minutes';

/** Words for each concept, as stems. A word that often means something else is none of them. */
const WORDS: Readonly<Record<Exclude<Concept, HeadConcept>, string>> = {
  money: 'money revenue taking turnover income earning spending expenditure spend spent worth proceed',
  price: 'price cost expensive',
  quantity: 'quantity qty unit piece stock',
  person: 'person name employee colleague staff worker rep',
  time: 'date when',
  status: 'status state stage phase',
  rating: 'rating score satisfaction star grade mark',
  energy: 'consumption usage energy',
  duration: 'duration hour time',
  minutes: 'minute',
};

/** The phrases of each concept, by their first stem. */
export const CONCEPTS: ReadonlyMap<string, readonly ConceptPhrase[]> = phrasesByFirst();

interface ConceptPhrase {
  readonly stems: readonly string[];
  readonly concept: Concept;
}

function phrasesByFirst() {
  const index = new Map<string, ConceptPhrase[]>();
  const add = (concept: Concept, phrase: string) => {
    const stems = stemsOf(phrase);
    const [first = ''] = stems;
    index.set(first, [...(index.get(first) ?? []), { stems, concept }]);
  };
  for (const [concept, words] of Object.entries(WORDS))
    for (const word of words.split(' ')) add(concept as Concept, word);
  for (const [concept, { said }] of Object.entries(HEADS))
    for (const phrase of said.split('|')) add(concept as Concept, phrase);
  return index;
}

const CURRENCIES = new Set(UNITS.slice(0, 4).flatMap(([units]) => units));
const MONEY = wordSet(
  'revenue sale turnover income amount total value price cost fee budget salary wage spend spending takings owe owed',
);
const COSTS = wordSet('cost rent fee price fare rate');
/** What is paid on top of a price. */
const EXTRAS = wordSet('fee tip tax vat shipping postage delivery deposit surcharge commission discount');
const STANDING = wordSet('balance list limit credit');
const PERSON = wordSet(
  'employee agent rep person people seller salesperson instructor teacher trainer tutor student pupil reader patient doctor author owner user member driver manager player guest client contact payee recipient worker technician assignee staff tenant rider nurse chef waiter coach client runner buyer borrower payer founder player volunteer helper participant attendee respondent applicant candidate competitor athlete swimmer cyclist resident sitter cleaner speaker host sender artist traveller traveler passenger donor giver vet reviewer judge inspector assigned responsible',
);
const NAMED = wordSet('name customer');
const JOINTS = wordSet('of per by for to with from');
const NAME_WORDS = wordSet('full first last family given sur nick display contact to');
const QUANTITY = wordSet('quantity qty unit stock piece count hand');
const STATUS = wordSet('status state stage phase');
const RATING = wordSet('rating score satisfaction star grade mark');

/** The one column of money in which what comes in and what goes out stand with their signs. */
export function signedMoney(table: Table): Column | null {
  const only = onlyOf(columnsFor('money', table));
  return only && Number(only.min) < 0 && Number(only.max) > 0 ? only : null;
}

/** The columns of a table that a concept can mean, the likelier ones alone where there are two kinds of them. */
export function columnsFor(concept: Concept, table: Table): readonly Column[] {
  if (isHeadConcept(concept)) {
    const all = columnsByHead(concept, table);
    // Of replies the time that they take, and not how many there are.
    const lengths = concept === 'reply' ? all.filter(({ isDuration }) => isDuration) : [];
    const headed = lengths.length > 0 ? lengths : all;
    return concept === 'extent' && headed.length === 0
      ? statedColumns(table).filter(({ isDuration }) => isDuration)
      : headed;
  }
  const columns = statedColumns(table);
  const numbers = columns.filter(isMeasure);
  switch (concept) {
    case 'money': {
      const amounts = numbers.filter(isMoney);
      const added = amounts.filter((column) => !isRate(column));
      // A cleaning fee beside a price is not what a stay brings in.
      const areExtras = added.length > 0 && added.every(isExtra);
      const money = areExtras ? amounts : added;
      return first(
        money.filter((column) => !has(column, STANDING)),
        money,
      );
    }
    case 'price':
      return first(
        numbers.filter((column) => isRate(column) && isMoney(column)),
        numbers.filter((column) => has(column, COSTS)),
        // "what did groceries cost"
        numbers.filter(isMoney),
      );
    case 'quantity':
      return numbers.filter(
        (column) => has(column, QUANTITY) && !isBound(column) && !isMoney(column) && !isRate(column),
      );
    case 'person':
      return withSurname(
        personsAmong(columns.filter((column) => column.type === 'text' && isName(column))),
        columns,
      );
    case 'time':
      return columns.filter(({ type }) => type === 'date');
    case 'status':
      return columns.filter((column) => column.type === 'text' && has(column, STATUS));
    case 'rating':
      return first(
        numbers.filter((column) => has(column, RATING)),
        numbers.filter(isScale),
      );
    case 'energy':
      return numbers.filter(({ unit }) => /^(?:k|M|G)?Wh$/.test(unit));
    case 'duration':
      // "hours" of a table of readings are no waiting that is written like a time of day.
      return numbers.filter(({ isDuration, hasClock }) => isDuration && !hasClock);
    case 'minutes':
      return numbers.filter(({ unit }) => /^min(?:ute)?s?$/i.test(unit));
  }
}

/** Whether a column holds names of persons, whose first or last name may stand for them. */
export function namesPersons(column: Column): boolean {
  if (column.type !== 'text' || !isName(column)) return false;
  return has(column, PERSON) || column.stems.includes('by') || column.stems.every((stem) => OWN.has(stem));
}

/** Whether a word of a head says that persons are named there. */
export function isPersonWord(stem: string): boolean {
  return PERSON.has(stem) || NAMED.has(stem);
}

/** Words of a head that names the persons themselves. */
const OWN = wordSet('name full first last given employee member person people student customer client');
/** Persons that others have, or who serve them. */
const OTHERS = wordSet(
  'manager supervisor boss mother father partner spouse contact emergency instructor teacher trainer tutor doctor nurse vet judge chef waiter coach referee technician',
);

/** Whether "people" of a table are those of a column, and not others that they have. */
export function areThePeople(column: Column): boolean {
  return !has(column, OTHERS) && !isMaker(column);
}

/** Who made or did a thing is none of those that a table is about: "Author", "Approved by". */
function isMaker({ stems }: Column): boolean {
  return stems.some((stem) => ['by', 'author', 'director', 'writer', 'artist'].includes(stem));
}

/** Who did the work that a row is about, before those it was done for. */
const STAFF = wordSet('employee worker staff');

/** Of several kinds of persons those whose rows they are: employees before their managers. */
function personsAmong(names: readonly Column[]): readonly Column[] {
  const persons = names.filter((column) => has(column, PERSON) || has(column, NAMED) || isMaker(column));
  const own = onlyOf(persons, (column) => column.identifies && namesPersons(column));
  if (own) return [own];
  return first(
    persons.filter(({ stems }) => stems.includes('name') && stems.every((stem) => OWN.has(stem))),
    persons.filter((column) => has(column, STAFF)),
    persons.filter((column) => has(column, PERSON) && !isMaker(column) && !has(column, OTHERS)),
    persons.filter((column) => has(column, NAMED)),
    persons.filter((column) => has(column, OTHERS)),
    persons.filter(isMaker),
  );
}

/** A first name alone is nobody, where another column has the last. */
function withSurname(persons: readonly Column[], columns: readonly Column[]): readonly Column[] {
  const only = onlyOf(persons);
  const isFirst = only?.stems.some((stem) => stem === 'first' || stem === 'given' || stem === 'forename');
  if (!only || !isFirst || only.identifies) return persons;
  const last = columns.find(({ stems, type }) => type === 'text' && LAST.test(stems.join(' ')));
  return last ? [only, last] : persons;
}

const LAST = /^(?:surname|(?:last|family) name)$/;

function first(...kinds: readonly (readonly Column[])[]): readonly Column[] {
  return kinds.find((columns) => columns.length > 0) ?? [];
}

function has({ stems }: Column, known: ReadonlySet<string>): boolean {
  return stems.some((stem) => known.has(stem));
}

/** "Customer no" numbers customers, and does not name them; a city name names no person. */
function isName({ stems }: Column): boolean {
  if (stems.every((stem) => NAMED.has(stem) || NAME_WORDS.has(stem) || PERSON.has(stem))) return true;
  // "Sales rep" is one, and what a guest has ("Guest type", "Kind of guest") is none.
  return PERSON.has(stems.at(-1) ?? '') && !stems.some((stem) => JOINTS.has(stem));
}

/** Whether a column says what is paid on top of a price. */
export function isExtra(column: Column): boolean {
  return has(column, EXTRAS);
}

export function isMoney(column: Column): boolean {
  return CURRENCIES.has(column.unit) || (column.unit === '' && has(column, MONEY));
}

/** Small whole numbers from a scale: "1-5" behind the name, or no more than ten different ones. */
function isScale({ scale, min, max }: Column): boolean {
  return scale && Number(min) >= 0 && Number(max) <= 10;
}

/** Concepts whose words mean something else where the table has no such column. */
export const GIVEN_UP: ReadonlySet<Concept> = new Set<Concept>([
  'duration',
  'minutes',
  'time',
  'rating',
  ...(Object.keys(HEADS) as HeadConcept[]),
]);
