import { type Column, type ColumnType, statedColumns, type Table } from '../tables/tables';
import { stemsOf, wordSet } from '../text/words';

/** What people ask for in words of their own, and the words that heads of such columns have. */
interface Heads {
  /** Phrases of a question. */
  readonly said: string;
  /** Words of heads in tiers, the likelier first: of the first tier that any column has, one must be alone. */
  readonly heads: string;
  readonly types: readonly ColumnType[];
  /** Words that say that a head means something else. */
  readonly not?: string;
}

const NUMBER: readonly ColumnType[] = ['number'];
const TEXT: readonly ColumnType[] = ['text'];
const TIME: readonly ColumnType[] = ['date'];
const ANY: readonly ColumnType[] = ['text', 'number', 'date'];

/** A concept that a table has where the head of a column says so; tiers are parted by bars. */
export const HEADS = {
  age: { said: 'age|how old', heads: 'age|birth born dob birthday birthdate|built|year', types: ANY },
  birth: {
    said: 'birthday|birthdate|birth date|date of birth',
    heads: 'birthday birth dob born',
    types: TIME,
  },
  place: {
    said: 'city|town|place|location|whereabouts',
    heads: 'city town village|place location|address|region country',
    types: TEXT,
  },
  begin: { said: 'start time|starting time', heads: 'start begin', types: TEXT },
  destination: { said: 'destination', heads: 'destination|to', types: TEXT },
  department: { said: 'department|division|team', heads: 'department dept division|team', types: TEXT },
  category: { said: 'category|type|kind|genre', heads: 'category|type kind|genre|group class', types: TEXT },
  shop: {
    said: 'shop|store|supplier|vendor|retailer|merchant|payee',
    heads: 'shop store|supplier vendor|retailer merchant payee|seller',
    types: TEXT,
  },
  client: { said: 'client|customer', heads: 'client|customer|account buyer', types: TEXT },
  product: {
    said: 'product|article|title',
    heads: 'product|article item|title name|book film movie song album',
    types: TEXT,
  },
  distance: { said: 'distance|how far|mileage', heads: 'distance mileage|km kilometre mile', types: NUMBER },
  weight: { said: 'weight|how heavy', heads: 'weight mass', types: NUMBER },
  height: { said: 'height|how tall', heads: 'height|altitude elevation', types: NUMBER },
  extent: {
    said: 'how long|length',
    heads: 'duration length runtime|minute hour|night day|page',
    types: NUMBER,
    // Days that somebody may take are no length of anything.
    not: 'left remaining vacation holiday leave sick allowance',
  },
  size: { said: 'size|area|floor space', heads: 'size area sqm m2 surface', types: NUMBER },
  speed: { said: 'speed|how fast', heads: 'speed pace', types: NUMBER },
  reply: {
    said: 'first reply|first response|first reply time|first response time|response time|reply time',
    heads: 'reply response|answer',
    types: NUMBER,
  },
  temperature: { said: 'temperature|how warm|how cold|how hot', heads: 'temperature temp', types: NUMBER },
  agent: {
    said: 'agent|assignee|handler',
    heads: 'agent assignee|assigned handler handled',
    types: TEXT,
  },
  mechanic: { said: 'mechanic|technician', heads: 'mechanic technician|tech', types: TEXT },
  brand: { said: 'brand|maker|manufacturer', heads: 'brand|make manufacturer maker', types: TEXT },
  channel: { said: 'channel', heads: 'channel|via medium source', types: TEXT },
  pupil: { said: 'pupil|student|kid|child', heads: 'pupil student child kid', types: TEXT },
  yield: {
    said: 'yield|production|output|generation',
    heads: 'yield|production output generation produced generated',
    types: NUMBER,
  },
  orderValue: {
    said: 'order value|order amount|order total|basket value|basket size|purchase value|invoice amount',
    heads: 'total|amount value|revenue sale|net gross',
    types: NUMBER,
  },
  salary: { said: 'salary|wage|pay|payroll|compensation', heads: 'salary|wage pay', types: NUMBER },
  phone: {
    said: 'phone|telephone|phone number|telephone number|mobile',
    heads: 'phone telephone mobile tel',
    types: ANY,
  },
  mail: { said: 'email|e mail|email address|mail address', heads: 'email mail', types: TEXT },
  debt: { said: 'debt|arrears', heads: 'owe owed debt arrear outstanding|balance', types: NUMBER },
  due: { said: 'deadline|due date|due', heads: 'due deadline', types: TIME },
  boss: { said: 'boss|superior', heads: 'manager supervisor boss lead', types: TEXT },
  job: {
    said: 'job|position|role|profession|occupation',
    heads: 'job role|position title|profession',
    types: TEXT,
  },
  note: { said: 'comment|note|remark', heads: 'comment note remark|description', types: TEXT },
} as const satisfies Readonly<Record<string, Heads>>;

export type HeadConcept = keyof typeof HEADS;

export function isHeadConcept(concept: string): concept is HeadConcept {
  return Object.hasOwn(HEADS, concept);
}

/** The columns of the first tier of words that any column has. */
export function columnsByHead(concept: HeadConcept, table: Table): readonly Column[] {
  const { heads, types, not = '' }: Heads = HEADS[concept];
  const others = new Set(stemsOf(not));
  return tierOf(
    statedColumns(table).filter(
      ({ type, stems }) => types.includes(type) && !stems.some((stem) => others.has(stem)),
    ),
    heads.split('|'),
  );
}

/** The columns that have a word of the first tier of which any column has one. */
function tierOf(columns: readonly Column[], tiers: readonly string[]): readonly Column[] {
  for (const tier of tiers) {
    const words = new Set(stemsOf(tier));
    const found = columns.filter(({ stems }) => stems.some((stem) => words.has(stem)));
    if (found.length > 0) return found;
  }
  return [];
}

/** Words that join a name's words, and never stand for a column by themselves. */
const JOINTS = wordSet('of per by in to and or the a for on at with from');

/** What a price is said of: “Unit cost” has no units. */
const MEASURED = new Set(['unit', 'piece']);

/** Every stretch of a name's words that is not the whole name and holds no joint, and no unit alone before what is told of it. */
export function partsOf(stems: readonly string[]): readonly (readonly string[])[] {
  const parts: (readonly string[])[] = [];
  for (let start = 0; start < stems.length; start++) {
    for (let end = start + 1; end <= stems.length; end++) {
      const part = stems.slice(start, end);
      const isUnit = start === 0 && part.length === 1 && MEASURED.has(part[0] ?? '');
      if (part.length < stems.length && !isUnit && !part.some((stem) => JOINTS.has(stem))) parts.push(part);
    }
  }
  return parts;
}

/** What a head of text says in brackets is another name of it: “Ship to (city)”. A unit or a notation is none. */
export function asidesOf({ name, type, derived }: Column): readonly (readonly string[])[] {
  const aside = /\(([^()]+)\)\s*$/.exec(name)?.[1] ?? '';
  if (type !== 'text' || derived || !/^\p{L}{3,}(?: \p{L}{2,})*$/u.test(aside)) return [];
  return [stemsOf(aside)];
}
