import {
  canonicalJson,
  estimatedTokens,
  isJsonObject,
  type Json,
  type JsonObject,
  objectsIn,
  own,
  utf8Length,
} from '#base';
import type { PlannerFlavour } from '#plan';
import { stemsOf } from '#question';
import type { PlannerState } from '../contracts';
import { offeredTool, signatureOf } from './tools';

/** What a prompt had no room for: ids of tools, and of tables and other documents. */
export interface LeftOut {
  readonly tools: readonly string[];
  readonly documents: readonly string[];
}

const NONE: ReadonlySet<string> = new Set();

/** What of a state a prompt shows, and what it has no room for. */
export interface Fitted<Shown> {
  readonly shown: Shown;
  readonly leftOut: readonly string[];
}

/** Something that may be shown, or left out. */
interface Item<Of> {
  readonly id: string;
  readonly of: Of;
  /** By what it is found. */
  readonly text: string;
  readonly tokens: number;
  /** Somebody has asked for it: it is never left out. */
  readonly isNamed: boolean;
  /** It comes before others that are not, as long as there is room. */
  readonly isListed: boolean;
}

/**
 * The catalogue within a number of tokens (P3): above it the tools that fit the goal best, by their names, purposes and
 * parameters, those before the others that are allowed by their names. What is named in the goal, in the prompt, by a rule,
 * in a step that has run or in a refused reply is never left out, whatever the number.
 *
 * @param texts where tools may be named
 * @param flavour functions take more room than signatures
 * @returns the tools in the order of the catalogue
 */
export function fitTools(
  { catalogue, goal, named = NONE, listed = NONE }: PlannerState,
  texts: readonly string[],
  most: number,
  flavour: PlannerFlavour = 'llm',
): Fitted<PlannerState['catalogue']> {
  const said = texts.join('\n');
  const items = [...catalogue.values()].map((of) => {
    const text = signatureOf(of);
    const isNamed = named.has(of.id) || isMentioned(of.id, said);
    return {
      id: of.id,
      of,
      text: `${of.title ?? ''} ${text}`,
      tokens: tokensOf(flavour === 'tools' ? JSON.stringify(offeredTool(of)) : `${text}\n`),
      isNamed,
      isListed: listed.has(of.id),
    };
  });
  const { shown, leftOut } = chosen(items, goal, most);
  return { shown: new Map(shown.map(({ id, of }) => [id, of])), leftOut };
}

/** Values of a column that a model gets to see: the built-in planner looks names up among more of them. */
const SHOWN_VALUES = 50;
/** Values of a column that are shown, the fewer the less room there is; below the last whole documents are left out. */
const VALUES = [SHOWN_VALUES, 10, 3];

/**
 * What is known of the documents within a number of tokens (P3): first with fewer values of each column, then without the
 * documents that fit the goal least. One that is named is never left out.
 */
export function fitMemory(
  memory: JsonObject,
  goal: string,
  texts: readonly string[],
  most: number,
): Fitted<JsonObject> {
  const fewest = VALUES.map((values) => shownMemory(memory, values));
  const fitting = fewest.find((one) => tokensOf(canonicalJson(one)) <= most);
  if (fitting !== undefined) return { shown: fitting, leftOut: [] };
  const small = fewest.at(-1) ?? memory;
  const lists = ['tables', 'documents'].filter((list) => Array.isArray(own(small, list)));
  const rest = { ...small, ...Object.fromEntries(lists.map((list) => [list, []])) };
  const said = texts.join('\n').toLowerCase();
  const items = lists.flatMap((list) =>
    objectsIn(own(small, list)).map((of) => {
      const id = textIn(of, 'document') ?? textIn(of, 'id') ?? '';
      const text = canonicalJson(of);
      const isNamed = [id, textIn(of, 'name') ?? ''].some((name) => isMentioned(name.toLowerCase(), said));
      return { id, of, text, tokens: tokensOf(text), isNamed, isListed: false };
    }),
  );
  const { shown, leftOut } = chosen(items, goal, most - tokensOf(canonicalJson(rest)));
  const kept = new Set(shown.map(({ of }) => of));
  const left = lists.map((list) => [list, objectsIn(own(small, list)).filter((of) => kept.has(of))]);
  return { shown: { ...small, ...Object.fromEntries(left) }, leftOut };
}

/** About how many tokens a text has. */
export function tokensOf(text: string): number {
  return estimatedTokens(utf8Length(text));
}

/** Named items, then the others by how well they fit the goal as long as there is room; equal ones in their order. */
function chosen<Of>(items: readonly Item<Of>[], goal: string, most: number): Fitted<readonly Item<Of>[]> {
  const needed = items.reduce((sum, { tokens }) => sum + tokens, 0);
  if (needed <= most) return { shown: items, leftOut: [] };
  const scores = relevanceOf(
    goal,
    items.map(({ text }) => text),
  );
  const ranked = items
    .map((item, index) => ({ item, score: scores[index] ?? 0 }))
    .sort((left, right) => rank(right.item) - rank(left.item) || right.score - left.score);
  const kept = new Set<Item<Of>>();
  let room = most;
  for (const { item } of ranked) {
    if (!item.isNamed && item.tokens > room) continue;
    kept.add(item);
    room -= item.tokens;
  }
  return {
    shown: items.filter((item) => kept.has(item)),
    leftOut: items.flatMap((item) => (kept.has(item) ? [] : [item.id])),
  };
}

function rank({ isNamed, isListed }: Item<unknown>): number {
  return isNamed ? 2 : Number(isListed);
}

/** Whether a text names something, and not a longer name that begins or ends like it. */
function isMentioned(name: string, text: string): boolean {
  if (name === '') return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text.slice(Math.max(0, at - 1), at);
    const after = text.slice(at + name.length, at + name.length + 2);
    if (!/[\p{L}\p{N}_.:/-]/u.test(before) && !/^[\p{L}\p{N}_:/-]|^\.[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}

function textIn(object: JsonObject, key: string): string | null {
  const text = own(object, key);
  return typeof text === 'string' ? text : null;
}

/** How fast repeating a word stops to count, and how much a long text is held back: the usual values of BM25. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/**
 * How well each text fits a query, by BM25 over the stems of their words (P3). Texts that share no word with the query
 * have 0.
 *
 * @example relevanceOf('sort the rows', ['Orders rows', 'Sorts rows', 'Says a text']) // [0.1…, 0.6…, 0]
 */
function relevanceOf(query: string, texts: readonly string[]): readonly number[] {
  const documents = texts.map(countsOf);
  const wanted = [...countsOf(query).keys()];
  const mean = documents.reduce((sum, words) => sum + lengthOf(words), 0) / Math.max(1, documents.length);
  const weights = new Map(wanted.map((word) => [word, rarity(word, documents)]));
  return documents.map((words) => {
    const held = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * lengthOf(words)) / Math.max(1, mean));
    return wanted.reduce((score, word) => {
      const count = words.get(word) ?? 0;
      return score + ((weights.get(word) ?? 0) * count * (SATURATION + 1)) / (count + held);
    }, 0);
  });
}

function rarity(word: string, documents: readonly ReadonlyMap<string, number>[]): number {
  const having = documents.filter((words) => words.has(word)).length;
  return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
}

function countsOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const stem of stemsOf(text)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

function lengthOf(words: ReadonlyMap<string, number>): number {
  return [...words.values()].reduce((length, count) => length + count, 0);
}

/**
 * The memory of a planner as a prompt shows it: of each column of a table the first values only.
 *
 * @example shownMemory({ tables: [] }) // { tables: [] }
 */
function shownMemory(memory: JsonObject, values = SHOWN_VALUES): JsonObject {
  const tables = own(memory, 'tables');
  return Array.isArray(tables)
    ? { ...memory, tables: tables.map((table) => shownTable(table, values)) }
    : memory;
}

function shownTable(table: Json, values: number): Json {
  const columns = isJsonObject(table) ? own(table, 'columns') : undefined;
  return isJsonObject(table) && Array.isArray(columns)
    ? { ...table, columns: columns.map((column) => shownColumn(column, values)) }
    : table;
}

function shownColumn(column: Json, most: number): Json {
  const values = isJsonObject(column) ? own(column, 'values') : undefined;
  return isJsonObject(column) && Array.isArray(values)
    ? { ...column, values: values.slice(0, most) }
    : column;
}
