import { type Address, isJsonObject, isTableHandle, type Json, type JsonObject, own } from '#base';
import { type Names, namesOf, nodeInRun } from './names';
import type { NodeRecord, OpenedPlan, RunView } from './runView';

/** A test that rows had to pass to be counted: column, operator and value as `table.filter` takes them. */
export interface SourceTest {
  readonly column: string;
  readonly operator: string;
  readonly value: Json;
}

/** Something that an answer comes from. */
export type AnswerSource =
  | { readonly kind: 'table'; readonly document: string; readonly name: string; readonly rows: number | null }
  | { readonly kind: 'text'; readonly document: string; readonly name: string }
  | { readonly kind: 'column'; readonly document: string; readonly column: string }
  /** `or`: further tests of which one would do as well. `document` is null where its column is none of a document. */
  | {
      readonly kind: 'filter';
      readonly document: string | null;
      readonly step: Address;
      readonly test: SourceTest;
      readonly or: readonly SourceTest[];
    };

/**
 * Where an answer comes from, read from the steps that led to it: the tables that were loaded, the texts whose passages were
 * found, the filters, then the other columns that were counted with or grouped by. Each is named once.
 */
export function answerSources(steps: readonly AnswerStep[]): readonly AnswerSource[] {
  const tables = steps.flatMap(tableOf);
  const filters = uniqueBy(
    steps.flatMap((step) => filterOf(step, tables)),
    ({ document, test, or }) => JSON.stringify([document, test, or]),
  );
  const filtered = new Set(filters.map(({ test }) => test.column));
  const columns = [...new Set(steps.flatMap(({ input }) => columnsIn(input)))].filter(
    (column) => !filtered.has(column),
  );
  return [
    ...uniqueBy(tables, ({ document }) => document).map(({ columns: _, ...table }) => table),
    ...uniqueBy(steps.flatMap(textsOf), ({ document }) => document),
    ...filters,
    ...columns.flatMap((column): readonly AnswerSource[] => {
      const document = documentWith(column, tables);
      return document === null ? [] : [{ kind: 'column', document, column }];
    }),
  ];
}

type LoadedTable = Extract<AnswerSource, { kind: 'table' }> & { readonly columns: readonly Json[] };
type Filter = Extract<AnswerSource, { kind: 'filter' }>;
type Text = Extract<AnswerSource, { kind: 'text' }>;

function tableOf({ tool, result, rowsOut }: AnswerStep): readonly LoadedTable[] {
  if (tool !== 'table.load' || !isJsonObject(result)) return [];
  const { document, name, columns } = result;
  if (typeof document !== 'string') return [];
  const called = typeof name === 'string' ? name : document;
  return [
    { kind: 'table', document, name: called, rows: rowsOut, columns: Array.isArray(columns) ? columns : [] },
  ];
}

/** A run may join tables: a column belongs to the first that has it. */
function documentWith(column: string, tables: readonly LoadedTable[]): string | null {
  return tables.find(({ columns }) => columns.includes(column))?.document ?? null;
}

function filterOf({ tool, input, address }: AnswerStep, tables: readonly LoadedTable[]): readonly Filter[] {
  if (tool !== 'table.filter' || !isJsonObject(input)) return [];
  const test = testIn(input);
  if (test === null) return [];
  const document = documentWith(test.column, tables);
  // That a column which a step makes is filled says nothing about the data.
  if (document === null && test.operator === 'filled') return [];
  const or = listIn(input, 'or').flatMap((one) => testIn(one) ?? []);
  return [{ kind: 'filter', document, step: address, test, or }];
}

function testIn({ column, operator = '=', value = null }: JsonObject): SourceTest | null {
  return typeof column === 'string' && typeof operator === 'string' ? { column, operator, value } : null;
}

/** Passages name the document that they stand in. */
function textsOf({ result }: AnswerStep): readonly Text[] {
  if (!isJsonObject(result)) return [];
  return listIn(result, 'passages').flatMap(({ document, name }): readonly Text[] => {
    if (typeof document !== 'string') return [];
    return [{ kind: 'text', document, name: typeof name === 'string' ? name : document }];
  });
}

/** The columns that a step of `table.*` names, under whichever of its fields. */
function columnsIn(input: Json): readonly string[] {
  if (!isJsonObject(input)) return [];
  const { column, left, right, by } = input;
  const aggregated = listIn(input, 'aggregates').map((one) => own(one, 'column'));
  const grouped: readonly Json[] = Array.isArray(by) ? by : [by ?? null];
  return [...aggregated, column, ...grouped, left, right].filter((name) => typeof name === 'string');
}

function listIn(object: JsonObject, key: string): readonly JsonObject[] {
  const list = own(object, key);
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function uniqueBy<T>(items: readonly T[], key: (item: T) => string): readonly T[] {
  return [...new Map(items.toReversed().map((item) => [key(item), item])).values()].toReversed();
}

/** One step on the way to an answer. */
export interface AnswerStep {
  readonly address: Address;
  /** What its card is called. */
  readonly title: string;
  /** Id of the capability that it called. */
  readonly tool: string;
  readonly input: Json;
  readonly result: Json;
  /** How many rows went in and came out; null where there were none. */
  readonly rowsIn: number | null;
  readonly rowsOut: number | null;
}

/**
 * How an answer came about: where an executor assembled it (P10), the steps of its plan; else the steps that succeeded beside the one
 * which said it and before it; where no step said just this, all steps. They stand in the order in which they began. Steps are what
 * called a capability. Read from the run, and stored nowhere.
 *
 * @param text the answer
 */
export function answerSteps(text: string | null, view: RunView): readonly AnswerStep[] {
  const names = namesOf(view);
  return recordsBehind(text, view).flatMap((record) => stepOf(record, names, view));
}

function recordsBehind(text: string | null, view: RunView): readonly NodeRecord[] {
  const records = [...view.nodes.values()];
  // What holds the step, an executor or a container, hands its text on, and began before it.
  const said = records.findLastIndex((record) => text !== null && saysText(record, text));
  const sayer = records[said];
  if (sayer === undefined) return records;
  const { address } = sayer;
  if (view.opened.has(address))
    return records.filter((record) => scopeWithoutRevision(record.address) === address);
  return records
    .slice(0, said)
    .filter((record) => scopeWithoutRevision(record.address) === scopeWithoutRevision(address));
}

function saysText({ result }: NodeRecord, text: string): boolean {
  return isJsonObject(result) && own(result, 'text') === text;
}

/** R13: steps that began in an earlier revision of the same plan belong to it. */
function scopeWithoutRevision(address: Address): string {
  return address.slice(0, address.lastIndexOf('/')).replace(/@\d+$/, '');
}

function stepOf(record: NodeRecord, names: Names, view: RunView): readonly AnswerStep[] {
  const { address, status, attempts, input = null, result = null } = record;
  if (status !== 'succeeded' || attempts.length === 0 || view.planning.has(address)) return [];
  const tool = toolAt(address, view);
  if (tool === null) return [];
  const title = names(address);
  return [{ address, title, tool, input, result, rowsIn: rowsOf(input), rowsOut: rowsOf(result) }];
}

function toolAt(address: Address, view: RunView): string | null {
  const node = nodeInRun(address, view);
  return node?.type === 'CAPABILITY' ? node.params.capability : null;
}

/** How many rows a step took or gave, also by reference (V6). */
function rowsOf(value: Json): number | null {
  const rows = isJsonObject(value) ? own(value, 'rows') : undefined;
  if (Array.isArray(rows)) return rows.length;
  return isTableHandle(rows) ? rows.$table.rows : null;
}

/** A step that an answer names as what it comes from (P10). */
export interface Citation {
  /** The executor whose answer it is. */
  readonly executor: Address;
  /** Counted from 1 within the answer, in the order in which it first names them. */
  readonly number: number;
  /** Its id in the plan, as the answer names it. */
  readonly id: string;
  readonly address: Address;
  /** What its card is called. */
  readonly title: string;
}

/** An answer that a model wrote, its citations told apart from its words. */
export interface CitedAnswer {
  /** The answer, where each citation stands in the place of the brackets that name it. */
  readonly pieces: readonly (string | Citation)[];
  /** Each cited step once, in the order of their numbers. */
  readonly citations: readonly Citation[];
}

/** The answer of this wording, as far as a model wrote it and cites something. */
export function citedAnswer(text: string | null, view: RunView): CitedAnswer | null {
  const opened = [...view.opened.values()].findLast(({ executor }) => answerOf(executor, view) === text);
  return opened === undefined || text === null ? null : read(text, opened, view);
}

/** What the answers of a run cite, one answer after the other. */
export function citationsIn(view: RunView): readonly Citation[] {
  return [...view.opened.values()].flatMap((opened) => {
    const text = answerOf(opened.executor, view);
    return text === null ? [] : (read(text, opened, view)?.citations ?? []);
  });
}

/**
 * What stands in square brackets is a citation only where a step of that id has given something; everything else stays words.
 */
function read(text: string, opened: OpenedPlan, view: RunView): CitedAnswer | null {
  const pieces = piecesOf(text, stepsOf(opened, view));
  const citations = new Set(pieces.filter((piece) => typeof piece !== 'string'));
  return citations.size === 0 ? null : { pieces, citations: [...citations] };
}

/** What a model answered for an executor; null where none did. */
function answerOf(executor: Address, view: RunView): string | null {
  const node = nodeInRun(executor, view);
  const result = view.nodes.get(executor)?.result ?? null;
  if (node?.type !== 'PLAN_EXECUTOR' || node.params?.answer !== 'model' || !isJsonObject(result)) return null;
  const text = own(result, 'text');
  return typeof text === 'string' ? text : null;
}

type Step = Omit<Citation, 'number'>;

/** The steps that have given something, by their ids. */
function stepsOf({ executor, plan, scope, began }: OpenedPlan, view: RunView): ReadonlyMap<string, Step> {
  const names = namesOf(view);
  const steps = plan.nodes.flatMap(({ id }): (readonly [string, Step])[] => {
    const address = `${began.get(id) ?? scope}/${id}` as Address;
    const hasGiven = view.nodes.get(address)?.result !== undefined;
    return hasGiven ? [[id, { executor, id, address, title: names(address) }]] : [];
  });
  return new Map(steps);
}

/** Code, in which brackets are code; a link, whose brackets are its own; and brackets that may hold citations. */
const PARTS = /```[\s\S]*?(?:```|$)|`[^`\n]*`|\[[^[\]\n]*\]\([^()\s]*\)|\[([^[\]\n]+)\]/g;

function piecesOf(text: string, steps: ReadonlyMap<string, Step>): readonly (string | Citation)[] {
  const numbers = new Map<string, Citation>();
  const cite = (step: Step): Citation => {
    const citation = numbers.get(step.id) ?? { number: numbers.size + 1, ...step };
    numbers.set(step.id, citation);
    return citation;
  };
  const pieces: (string | Citation)[] = [];
  let end = 0;
  for (const match of text.matchAll(PARTS)) {
    const named = namedIn(match[1] ?? '', steps);
    if (named === null) continue;
    pieces.push(text.slice(end, match.index), ...named.map(cite));
    end = match.index + match[0].length;
  }
  return [...pieces, text.slice(end)];
}

/** The steps that brackets name, in one of the ways in which lists are written; null where one of the names is no step's. */
function namedIn(inside: string, steps: ReadonlyMap<string, Step>): readonly Step[] | null {
  const names = inside.split(/[,;]/).map((name) => name.trim());
  const named = names.flatMap((name) => steps.get(name) ?? []);
  return named.length === names.length ? named : null;
}
