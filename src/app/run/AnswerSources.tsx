import type { Json } from '#base';
import { type AnswerStep, type Citation, type CitedAnswer, type SourceTest, shortValue } from '#projection';
import { dateText } from '#tables';
import { counted } from '../parts/counted';
import { useEditor } from '../state/session';
import { Markdown } from '../ui/Markdown';
import styles from './AnswerSources.module.css';
import { markdownWithMarks } from './answerText';

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
