import {
  durationText,
  isJsonObject,
  isRows,
  isTableHandle,
  type Json,
  type JsonObject,
  type TableHandle,
} from '#base';
import { markdownTable, shownColumns } from '#capabilities';
import {
  type Citation,
  type CitedAnswer,
  fallbacksOf,
  outcomeOf,
  pinnedWords,
  type RunView,
} from '#projection';
import type { ReadDocument } from '#runtime';
import { type ChartKind, type TableColumn, WHOLE_TABLE } from '#tables';
import type { StoredTables } from '../tables/stored/storedTables';

/** The text that is the answer, and the outputs beside it. */
export interface AnswerParts {
  readonly main: string | null;
  readonly rest: readonly (readonly [string, Json])[];
}

/** Which of the outputs is the answer. */
export function splitOutputs(outputs: JsonObject): AnswerParts {
  const entries = Object.entries(outputs);
  const named =
    entries.find(([name]) => name === 'answer') ?? (entries.length === 1 ? entries[0] : undefined);
  const text = named ? textIn(named[1]) : null;
  if (!named || text === null) return { main: null, rest: entries };
  return { main: text, rest: entries.filter(([name]) => name !== named[0]) };
}

/** What a text begins with, before its tables and lists. */
export function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0] ?? '';
}

function textIn(value: Json): string | null {
  if (typeof value === 'string') return value;
  return isJsonObject(value) && typeof value.text === 'string' ? value.text : null;
}

/** How many steps, how long, and plainly who made the plan (A5). */
export function factsOf(view: RunView): string {
  const { steps } = outcomeOf(view);
  const makers = [...view.planning.values()].flatMap(({ attempts }) =>
    attempts.filter(({ verdict }) => verdict === 'accepted').map(({ madeBy }) => madeBy),
  );
  const elapsed = view.startedAt === null || view.endedAt === null ? null : view.endedAt - view.startedAt;
  return [
    `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`,
    elapsed === null ? null : durationText(elapsed),
    pinnedWords(view),
    makers.length === 0 ? null : `planned by ${[...new Set(makers)].join(', ')}`,
    ...fallbacksOf(view).map(({ model, cause }) => `not by ${model}: ${cause}`),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** So many rows of a table by reference are written; how many more there are stands below them. */
const WRITTEN_ROWS = 20;

/** What a run came to as Markdown: its text, then its other outputs under their names; of tables the first rows. */
export async function answerMarkdown({ main, rest }: AnswerParts, tables: StoredTables): Promise<string> {
  const others = rest.map(async ([name, value]) => `## ${name}\n\n${await written(value, tables)}`);
  return [...(main === null ? [] : [main]), ...(await Promise.all(others))].join('\n\n');
}

async function written(value: Json, tables: StoredTables): Promise<string> {
  if (typeof value === 'string') return value;
  if (isTableHandle(value)) {
    const { rows, columns } = value.$table;
    const source = await tables.open(value);
    if (source === null)
      return `${rows} rows of ${columns.map(({ name }) => name).join(', ')}, not in this browser.`;
    const first = await source.rows(WHOLE_TABLE, 0, WRITTEN_ROWS);
    const names = columns.map(({ name }) => name);
    return tableText(
      first.map(({ cells }) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null]))),
      rows,
    );
  }
  if (isRows(value)) return tableText(value, value.length);
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

function tableText(rows: readonly JsonObject[], total: number): string {
  if (rows.length === 0) return 'No rows.';
  return markdownTable(rows, shownColumns(rows, [], Object.keys(rows[0] ?? {})), total);
}

/** The rows that an answer is about, and what it says of them. */
export interface AnswerTable {
  /** The answer without the table that is written into it for those who read text alone. */
  readonly text: string;
  readonly rows: readonly JsonObject[];
  readonly columns: readonly TableColumn[];
  /** The chart that the question asks for. */
  readonly chart: ChartKind | undefined;
}

/** The same where the rows are too large to cross a step (V6): more of them than a chart has points. */
interface StoredAnswer {
  readonly text: string;
  readonly handle: TableHandle;
}

/**
 * The rows behind an answer in words, all of them and with their values: those that went into the step which said it
 * (`table.answer`). Nothing more is kept in a run for it, so that old runs show it too. Null where no step said just this.
 */
export function answerTable(
  text: string,
  view: RunView,
  documents: readonly ReadDocument[],
): AnswerTable | StoredAnswer | null {
  for (const { input, result } of view.nodes.values()) {
    if (!isJsonObject(result) || result.text !== text || !isJsonObject(input)) continue;
    const { rows, columns, chart } = input;
    if (isTableHandle(rows)) return { text: withoutTable(text), handle: rows };
    if (!isRows(rows) || rows.length === 0) continue;
    return {
      text: withoutTable(text),
      rows,
      columns: shownColumns(rows, documents, namesIn(columns, rows)).map((column) => ({
        ...column,
        dates: 'iso',
      })),
      chart: chart === 'bar' || chart === 'line' ? chart : undefined,
    };
  }
  return null;
}

/** Only columns that are there: a run may be looked at halfway, or come from a file. */
function namesIn(columns: Json | undefined, rows: readonly JsonObject[]): readonly string[] {
  if (!Array.isArray(columns)) return [];
  return columns.filter((name) => typeof name === 'string' && rows.some((row) => Object.hasOwn(row, name)));
}

/** Drops the Markdown table, and the line below it that counts the rows which it leaves out. */
function withoutTable(text: string): string {
  const blocks = text.split('\n\n');
  const at = blocks.findIndex((block) => block.startsWith('| '));
  if (at < 0) return text;
  const isRest = blocks[at + 1]?.startsWith('… and ') === true;
  return blocks.toSpliced(at, isRest ? 2 : 1).join('\n\n');
}

/** An answer as text, its citations as numbers in brackets. */
export function textWithNumbers(cited: CitedAnswer): string {
  return joined(cited, ({ number }) => `[${number}]`);
}

/** The same with the cited steps below it, for whoever reads it elsewhere. */
export function textWithSteps(cited: CitedAnswer): string {
  const steps = cited.citations.map(({ number, title }) => `${number}. ${title}`);
  return `${textWithNumbers(cited)}\n\nSteps\n\n${steps.join('\n')}`;
}

/** An answer as Markdown, each citation a link within it to its number. */
export function markdownWithMarks(cited: CitedAnswer): string {
  return joined(cited, ({ number }) => `[${number}](#${number})`);
}

function joined({ pieces }: CitedAnswer, shown: (citation: Citation) => string): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : shown(piece))).join('');
}
