import { isJsonObject, type Json, own } from '#base';
import { defineCapability } from '../defineCapability';
import { anyJson, rows, z } from '../zod';
import { decimalsOfColumn, readableValue } from './formatValue';
import { markdownTable, numbersIn } from './markdownTable';
import { columnsOf } from './readTable';
import type { Row } from './table';

/** How many rows a sentence names; more are left to the table below it. */
const NAMED_ROWS = 3;
/** The last figures of a row: what was computed stands behind what was there. */
const NAMED_FIGURES = 2;

export const answer = defineCapability({
  id: 'table.answer',
  title: 'Say the result',
  description:
    'States a result in one plain sentence, and lists rows in a small Markdown table (at most 20). Give "value" for one figure, "rows" for a list; "label" says what it is, such as "Total revenue in 2026".',
  input: z.strictObject({
    question: z.string().meta({ title: 'Question' }),
    rows: rows.optional().meta({ title: 'Rows' }),
    value: anyJson.optional().meta({ title: 'Figure' }),
    count: z.int().min(0).optional().meta({ title: 'Rows it was computed from' }),
    label: z.string().optional().meta({ title: 'What it is', description: 'A noun phrase.' }),
  }),
  output: z.object({ text: z.string() }),
  icon: 'message-square-text',
  tags: ['table', 'answer'],
  run({ rows: all, value, count, label }) {
    if (value !== undefined) return { text: figureSentence(value, label, count) };
    if (all === undefined || all.length === 0) return { text: nothingSentence(label) };
    return { text: `${listSentence(all, label)}\n\n${markdownTable(all)}` };
  },
});

function figureSentence(value: Json, label: string | undefined, count: number | undefined): string {
  const from = count === undefined ? '' : ` (from ${amount(count, 'row')})`;
  if (count === 0 && (value === null || value === 0)) {
    return `${subject(label, 'The answer')} is ${readableValue(value)}: no row matches.`;
  }
  if (value === null || isJsonObject(value) || Array.isArray(value)) {
    return `${subject(label, 'The answer')}: ${readableValue(value)}${from}.`;
  }
  return `${subject(label, 'The answer')} is **${readableValue(value)}**${from}.`;
}

function nothingSentence(label: string | undefined): string {
  return label ? `${subject(label, '')}: no row matches.` : 'No row matches.';
}

function listSentence(all: readonly Row[], label: string | undefined): string {
  const named = all.slice(0, NAMED_ROWS).map((row) => inWords(row, all));
  const more = all.length - named.length;
  const list = more > 0 ? `${named.join('; ')}; and ${more} more` : joined(named);
  return `${subject(label, amount(all.length, 'row'))}: ${list}.`;
}

/** `North (1,200)`: the first text of a row names it, its figures say the rest, by name where there are several. */
function inWords(row: Row, all: readonly Row[]): string {
  const columns = columnsOf([row]);
  const name = columns.find(({ type, name: column }) => type === 'text' && own(row, column) !== null);
  const figures = columns.filter(({ type }) => type === 'number').slice(-NAMED_FIGURES);
  const said = figures.map(({ name: column }) => {
    const value = readableValue(own(row, column) ?? null, decimalsOfColumn(numbersIn(all, column)));
    return figures.length === 1 ? value : `${column.replaceAll('_', ' ')} ${value}`;
  });
  if (!name) return said.length > 0 ? said.join(', ') : readableValue(row);
  const title = readableValue(own(row, name.name) ?? null);
  return said.length > 0 ? `${title} (${said.join(', ')})` : title;
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
