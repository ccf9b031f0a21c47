import {
  counted,
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
  type AnswerStep,
  type Citation,
  type CitedAnswer,
  fallbacksOf,
  outcomeOf,
  pinnedWords,
  type RunView,
  type SourceTest,
  shortValue,
} from '#projection';
import type { ReadDocument } from '#runtime';
import { type ChartKind, dateText, type TableColumn, WHOLE_TABLE } from '#tables';
import { useEditor } from '../state/session';
import type { StoredTables } from '../tables/stored/storedTables';
import { Markdown } from '../ui/Markdown';
import styles from './AnswerSources.module.css';

/** How an answer came about: its steps in words with what became of the rows, each of which leads to its card. */
export function WhyAnswer({ id, steps }: { readonly id: string; readonly steps: readonly AnswerStep[] }) {
  const editor = useEditor();
  return (
    <section id={id} className={styles.why} aria-label="Why this answer">
      <h3>Why this answer</h3>
      <ol>
        {steps.map((step) => (
          <li key={step.address}>
            <button type="button" onClick={() => editor.select([step.address])}>
              <span>{step.title}</span>
              <span className={styles.gave}>{gaveWords(step)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function gaveWords(step: AnswerStep): string {
  const rows = rowsWords(step);
  if (step.rowsOut !== null && rows !== null) return rows;
  const gave = shortValue(step.result);
  return rows === null ? gave : `${gave} ${rows}`;
}

/** An answer that a model wrote: where it names a step stands the number of that step, which leads to its card (P10). */
export function CitedText({
  cited,
  className,
}: {
  readonly cited: CitedAnswer;
  readonly className: string | undefined;
}) {
  const editor = useEditor();
  const mark = (name: string) => {
    const citation = cited.citations.find(({ number }) => String(number) === name);
    if (citation === undefined) return null;
    const { address, number, title } = citation;
    return (
      <button
        type="button"
        className={styles.mark}
        aria-label={`Step ${number}: ${title}`}
        data-tip={title}
        onClick={() => editor.select([address])}
      >
        {number}
      </button>
    );
  };
  return <Markdown text={markdownWithMarks(cited)} mark={mark} className={className} />;
}

/** The steps that an answer names, under their numbers: each leads to its card. */
export function AnswerCitations({ citations }: { readonly citations: readonly Citation[] }) {
  const editor = useEditor();
  return (
    <section className={styles.sources} aria-label="Cited steps">
      <span>cites</span>
      {citations.map(({ number, address, title }) => (
        <button
          key={address}
          type="button"
          className={styles.chip}
          data-tip="Show the step"
          onClick={() => editor.select([address])}
        >
          <span className={styles.number}>{number}</span>
          <bdi>{title}</bdi>
        </button>
      ))}
    </section>
  );
}

/** What a filter asks for, in a few words: `Status = Paid`, `Region is North or South`, `Net is empty`. */
export function filterWords(test: SourceTest, or: readonly SourceTest[] = []): string {
  return [test, ...or].map(testWords).join(', or ');
}

function testWords({ column, operator, value }: SourceTest): string {
  if (operator === 'empty' || (operator === '=' && value === null)) return `${column} is empty`;
  if (operator === 'filled' || (operator === '!=' && value === null)) return `${column} is not empty`;
  if (operator === 'between' && Array.isArray(value))
    return `${column} ${value.map((bound: Json) => valueWords(bound)).join(' to ')}`;
  if (!Array.isArray(value)) return `${column} ${comparisonWords(operator, value)}`;
  const values = value.map((one: Json) => valueWords(one)).join(' or ');
  return operator === '!=' ? `${column} is not ${values}` : `${column} is ${values}`;
}

const SIGNS: Readonly<Record<string, string>> = { '!=': '≠', '>=': '≥', '<=': '≤', contains: 'has' };
const ORDERS_OF_TIME: Readonly<Record<string, string>> = {
  '>': 'after',
  '>=': 'from',
  '<': 'before',
  '<=': 'up to',
};

function comparisonWords(operator: string, value: Json): string {
  const period = operator === 'contains' ? periodWords(value) : null;
  if (period !== null) return `in ${period}`;
  const order = isTime(value) ? ORDERS_OF_TIME[operator] : undefined;
  return `${order ?? SIGNS[operator] ?? operator} ${valueWords(value)}`;
}

/** A month or a day; a day or a time of 99 sorts behind all of it (RFC 3339), and says that the whole of it is meant. */
const DAY_OR_MONTH = /^(\d{4})-(\d{2})(?:-(?:99|(\d{2})(?:T99)?))?$/;
/** How the dates of a year, a quarter or a month begin, or go on where no year is named. */
const PART_OF_DATE = /^(\d{4})?-?(?:-?(?:Q([1-4])|(\d{2})-)?)$/;

function isTime(value: Json): value is string {
  return typeof value === 'string' && DAY_OR_MONTH.test(value);
}

/** `March`, `March 2026`, `2026`, `Q1 2026`; null where a text is no beginning of a date. */
function periodWords(value: Json): string | null {
  if (typeof value !== 'string' || !value.includes('-')) return null;
  const [found, year, quarter, month] = PART_OF_DATE.exec(value) ?? [];
  if (found === undefined) return null;
  const part = quarter === undefined ? monthWords(month) : `Q${quarter}`;
  const words = [part, year].filter((one) => one !== undefined && one !== '');
  return words.length === 0 ? null : words.join(' ');
}

/** In full: every year has the same months. */
function monthWords(month: string | undefined): string {
  const date = month === undefined ? Number.NaN : Date.UTC(2000, Number(month) - 1);
  return Number.isNaN(date)
    ? ''
    : new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(date);
}

function valueWords(value: Json): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en', { useGrouping: value >= 10_000 });
  if (typeof value === 'string') return timeWords(value);
  return JSON.stringify(value);
}

function timeWords(text: string): string {
  const [, year, month, day] = DAY_OR_MONTH.exec(text) ?? [];
  if (year === undefined) return text;
  return day === undefined ? `${monthWords(month)} ${year}` : dateText(`${year}-${month}-${day}`);
}

/** What became of the rows that went through a step: `886 of 1,248 rows`, `5 rows from 886`; else null. */
export function rowsWords({ tool, rowsIn, rowsOut }: AnswerStep): string | null {
  if (rowsOut === null) return rowsIn === null ? null : `from ${counted(rowsIn, 'row')}`;
  if (rowsIn === null) return counted(rowsOut, 'row');
  if (rowsIn === rowsOut) return `all ${counted(rowsOut, 'row')}`;
  if (!KEEPS.has(tool)) return `${counted(rowsOut, 'row')} from ${rowsIn.toLocaleString('en')}`;
  return `${rowsOut.toLocaleString('en')} of ${counted(rowsIn, 'row')}`;
}

/** What leaves rows out and changes none; others make new ones. */
const KEEPS: ReadonlySet<string> = new Set(['table.filter', 'table.limit', 'table.top', 'table.distinct']);

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
function markdownWithMarks(cited: CitedAnswer): string {
  return joined(cited, ({ number }) => `[${number}](#${number})`);
}

function joined({ pieces }: CitedAnswer, shown: (citation: Citation) => string): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : shown(piece))).join('');
}
