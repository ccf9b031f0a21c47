import { isJsonObject, type Json, own } from '#base';
import type { ReadDocument } from '#runtime';
import { defineCapability } from '../defineCapability';
import { describeTable } from '../reading/describeTable';
import type { Row } from '../reading/table';
import { anyJson, rows, z } from '../zod';
import { readableValue } from './formatValue';
import { markdownTable } from './markdownTable';
import { type ShownColumn, shownCell, shownColumns } from './shownColumns';
import { tablesAround } from './tablesAround';
import { areYears } from './years';

/** How many rows a sentence names; more are left to the table below it. */
const NAMED_ROWS = 3;
/** Columns that name a row where one alone is not enough. */
const NAMING_COLUMNS = 2;
/** Where a name stands beside a code such as E-117, that is what people know. */
const IS_NAME = /^(?:full[\s_]?)?name$|^title$/i;
const IS_CODE = /^(?:sku|ean|code|id)$/i;
const IS_THING = /^(?:(?:item|product|article)(?:[\s_]?name)?)$/i;
/** The last figures of a row: what was computed stands behind what was there. */
const NAMED_FIGURES = 2;

export const answer = defineCapability({
  id: 'table.answer',
  title: 'Say the result',
  description:
    'States a result in a sentence, and lists rows in a small Markdown table (at most 20). Give "value" for one figure, "rows" for a list; "label" says what it is, such as "Total revenue in 2026".',
  input: z.strictObject({
    question: z.string().meta({ title: 'Question' }),
    rows: rows.optional().meta({ title: 'Rows' }),
    value: anyJson.optional().meta({ title: 'Figure' }),
    count: z.int().min(0).optional().meta({ title: 'Rows it was computed from' }),
    empty: z.int().min(0).optional().meta({ title: 'Rows with an empty cell' }),
    decimals: z.int().min(0).optional().meta({ title: 'Decimals of the figure' }),
    label: z.string().optional().meta({ title: 'What it is', description: 'A noun phrase.' }),
    holds: z
      .boolean()
      .optional()
      .meta({ title: 'Yes or no', description: 'What a question that wants a yes or a no is told first.' }),
    columns: z
      .array(z.string().min(1))
      .optional()
      .meta({ title: 'Columns to begin with', description: 'The others follow, as their table lists them.' }),
    chart: z
      .enum(['bar', 'line'])
      .optional()
      .meta({ title: 'Chart', description: 'Where the question asks for one; else the rows decide.' }),
  }),
  output: z.object({ text: z.string() }),
  icon: 'message-square-text',
  tags: ['table', 'answer'],
  async run({ holds, ...said }, context) {
    const isList = said.value === undefined && said.rows !== undefined;
    const text = textOf(said, isList ? await tablesAround(context) : []);
    return { text: holds === undefined ? text : `${holds ? 'Yes' : 'No'}. ${text}` };
  },
});

interface Said {
  readonly rows?: readonly Row[] | undefined;
  readonly value?: Json | undefined;
  readonly count?: number | undefined;
  readonly empty?: number | undefined;
  readonly decimals?: number | undefined;
  readonly label?: string | undefined;
  readonly columns?: readonly string[] | undefined;
}

function textOf(
  { rows: all, value, count, empty = 0, decimals, label, columns: asked }: Said,
  documents: readonly ReadDocument[],
): string {
  if (value !== undefined) return figureSentence(value, { label, count, empty, decimals });
  if (all === undefined || all.length === 0) return nothingSentence(label);
  const columns = shownColumns(all, documents, asked);
  const names = namingColumns(all, columns, rowNamesIn(documents));
  return `${listSentence(all, columns, names, label, asked)}\n\n${markdownTable(all, columns)}`;
}

function figureSentence(value: Json, { label, count, empty = 0, decimals }: Said): string {
  const from = count === undefined || count === value ? '' : ` (${fromRows(count, empty)})`;
  if (value === null && empty > 0) {
    return `${subject(label, 'The answer')}: no value, since ${amount(empty, 'row')} ${empty === 1 ? 'has' : 'have'} none.`;
  }
  if (count === 0 && (value === null || value === 0)) {
    return `${subject(label, 'The answer')} is ${readableValue(value)}: no row matches.`;
  }
  if (value === null || isJsonObject(value) || Array.isArray(value)) {
    return `${subject(label, 'The answer')}: ${readableValue(value)}${from}.`;
  }
  return `${subject(label, 'The answer')} is **${figureText(value, label, decimals)}**${from}.`;
}

/** What was left out is said: `from 7 of 8 rows; 1 has no value`. */
function fromRows(count: number, empty: number): string {
  if (empty === 0) return `from ${amount(count, 'row')}`;
  return `from ${readableValue(count)} of ${amount(count + empty, 'row')}; ${readableValue(empty)} ${empty === 1 ? 'has' : 'have'} no value`;
}

/** `2021` of "Latest year built", where any other figure is `2,021`. */
function figureText(value: Json, label = '', decimals?: number): string {
  const [, head = ''] = EXTREME.exec(label) ?? [];
  const isYear = typeof value === 'number' && areYears(head, [value]);
  return isYear ? String(value) : readableValue(value, decimals);
}

/** A figure that is one of the numbers of a column, whose head stands behind it. */
const EXTREME =
  /^(?:the )?(?:highest|lowest|latest|earliest|newest|oldest|first|last|median|maximum|minimum) (.+)$/i;

function nothingSentence(label: string | undefined): string {
  return label ? `${subject(label, '')}: no row matches.` : 'No row matches.';
}

function listSentence(
  all: readonly Row[],
  columns: readonly ShownColumn[],
  names: readonly ShownColumn[],
  label: string | undefined,
  asked: readonly string[] = [],
): string {
  const figures = tellingColumns(columns, names, asked);
  // "and 1 more" would be no shorter than its name.
  const most = all.length === NAMED_ROWS + 1 ? all.length : NAMED_ROWS;
  const named = all.slice(0, most).map((row) => inWords(row, names, figures));
  const more = all.length - named.length;
  const list =
    all.length > NAMED_ROWS
      ? `${named.slice(0, NAMED_ROWS).join('; ')}; and ${more > 0 ? `${more} more` : named.at(-1)}`
      : joined(named);
  return `${subject(label, amount(all.length, 'row'))}: ${list}.`;
}

/** The first column of each table of which every row has its own: of a few rows others are different too, and name none. */
function rowNamesIn(documents: readonly ReadDocument[]): ReadonlySet<string> {
  const names = documents.flatMap(describeTable).flatMap(({ rows: count, columns }) => {
    const described = Array.isArray(columns) ? columns.filter(isJsonObject) : [];
    const name = described.find(({ distinct }) => distinct === count)?.name;
    return typeof name === 'string' && count !== 1 ? [name] : [];
  });
  return new Set(names);
}

/**
 * What names a row: the first text (or else date) that no two rows share, one that names the rows of its table before others, a name
 * before a code; else the first two that differ at all.
 */
function namingColumns(
  all: readonly Row[],
  columns: readonly ShownColumn[],
  rowNames: ReadonlySet<string>,
): readonly ShownColumn[] {
  const isFilled = ({ name }: ShownColumn) => all.some((row) => (own(row, name) ?? null) !== null);
  const texts = columns.filter(({ type }) => type === 'text');
  const times = columns.filter(
    ({ name, type }) => type === 'date' || (type === 'timestamp' && rowNames.has(name)),
  );
  const candidates = [...texts, ...times].filter(isFilled);
  const distinct = ({ name }: ShownColumn) => new Set(all.map((row) => own(row, name))).size;
  const unique = candidates.filter((column) => distinct(column) === all.length);
  const first = unique.find((column) => rowNames.has(column.name)) ?? unique[0];
  const isCode = first !== undefined && IS_CODE.test(first.name);
  const name = unique.find((column) => IS_NAME.test(column.name) || (isCode && IS_THING.test(column.name)));
  if (name) return [name];
  if (first) return [first];
  const telling = candidates.filter((column) => distinct(column) > 1);
  return (telling.length > 0 ? telling : candidates).slice(0, NAMING_COLUMNS);
}

/** What is said of each row: the cells that were asked for; else its last figures. */
function tellingColumns(
  columns: readonly ShownColumn[],
  names: readonly ShownColumn[],
  asked: readonly string[],
): readonly ShownColumn[] {
  const wanted = columns.filter((column) => asked.includes(column.name) && !names.includes(column));
  const told = wanted.length > 0 ? wanted : columns.filter(({ type }) => type === 'number');
  return told.slice(-NAMED_FIGURES);
}

/** `North (1,200)`: texts name the row, its figures say the rest, by name where there are several. */
function inWords(row: Row, names: readonly ShownColumn[], figures: readonly ShownColumn[]): string {
  const said = figures.map((column) => {
    const value = shownCell(row, column);
    if (figures.length === 1) return value || 'no value';
    const label = readableValue(column.label);
    return value === '' ? `no ${label}` : `${label} ${value}`;
  });
  const title =
    names
      .map((column) => shownCell(row, column))
      .filter((text) => text !== '')
      .join(', ') || unnamed(names);
  if (title === '') return said.length > 0 ? said.join(', ') : readableValue(row);
  return said.length > 0 ? `${title} (${said.join(', ')})` : title;
}

/** Rows whose naming cells are empty say so: their figures alone would seem to be of the name before them. */
function unnamed([column]: readonly ShownColumn[]): string {
  return column === undefined ? '' : `no ${readableValue(column.label)}`;
}

function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

function subject(label: string | undefined, otherwise: string): string {
  const text = label?.trim().replace(/[.:]+$/, '') || otherwise;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function amount(count: number, noun: string): string {
  return `${readableValue(count)} ${count === 1 ? noun : `${noun}s`}`;
}
