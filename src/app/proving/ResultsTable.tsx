import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { counted, type Interval } from '#base';
import { type CaseReport, type EvalRun, type Report, type Suite, totalOf } from '#proving';
import { cx } from '../parts/cx';
import { costText, type Grade, gradeOf, intervalText, type Measure, medianLatency } from './figures';
import { CELL, chooseCell, useProving } from './provingStore';
import styles from './ResultsTable.module.css';

interface ResultsProps {
  readonly suite: Suite;
  readonly report: Report;
  readonly runs: readonly EvalRun[];
  readonly measure: Measure;
}

/** Cases against subjects, and below them what all of it took. */
export function ResultsTable({ suite, report, runs, measure }: ResultsProps) {
  const { cases, subjects } = suite;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section className={styles.scroll} tabIndex={0} aria-label="Results">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              {counted(cases.length, 'case')}
              <small>{suite.repeat} runs each, 95 % intervals</small>
            </th>
            {subjects.map(({ id, model, flavour }) => (
              <th key={id} scope="col">
                {id}
                <small>{model ?? flavour ?? 'as drawn'}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cases.map(({ id }) => (
            <tr key={id}>
              <th scope="row">{id}</th>
              {report.subjects.map((subject) => (
                <td key={subject.id}>
                  <CellButton
                    subject={subject.id}
                    counted={subject.cases.find((one) => one.id === id)}
                    runs={runs.filter((run) => run.subject === subject.id && run.case === id)}
                    measure={measure}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All cases</th>
            {report.subjects.map((subject) => (
              <td key={subject.id}>
                <IntervalBar {...totalOf(subject)} />
              </td>
            ))}
          </tr>
          <Sums label="Cost" note="whole suite" of={costText} subjects={report.subjects} runs={runs} />
          <Sums
            label="Time to a plan"
            note="median"
            of={medianLatency}
            subjects={report.subjects}
            runs={runs}
          />
        </tfoot>
      </table>
    </section>
  );
}

interface SumsProps {
  readonly label: string;
  readonly note: string;
  readonly of: (runs: readonly EvalRun[]) => string;
  readonly subjects: Report['subjects'];
  readonly runs: readonly EvalRun[];
}

function Sums({ label, note, of, subjects, runs }: SumsProps) {
  return (
    <tr>
      <th scope="row">
        {label}
        <small>{note}</small>
      </th>
      {subjects.map(({ id }) => {
        const own = runs.filter(({ subject }) => subject === id);
        return <td key={id}>{own.length === 0 ? '–' : of(own)}</td>;
      })}
    </tr>
  );
}

interface CellProps {
  readonly subject: string;
  readonly counted: CaseReport | undefined;
  readonly runs: readonly EvalRun[];
  readonly measure: Measure;
}

/** One cell; pressed, it opens its runs and their plans. */
function CellButton({ subject, counted, runs, measure }: CellProps) {
  const isOpen = useProving(({ cell }) => cell?.subject === subject && cell.case === counted?.id);
  if (counted === undefined || counted.n === 0) return <span className={styles.none}>not run yet</span>;
  return (
    <button
      type="button"
      {...{ [CELL]: '' }}
      aria-pressed={isOpen}
      className={cx(styles.cell, isOpen && styles.open)}
      onClick={() => chooseCell(isOpen ? null : { subject, case: counted.id })}
    >
      <span className="visually-hidden">{`${counted.id}, ${subject}: `}</span>
      <IntervalBar {...counted} />
      {measure !== 'passed' && <small>{wordsOf(measure, runs)}</small>}
    </button>
  );
}

function wordsOf(measure: Measure, runs: readonly EvalRun[]): string {
  return measure === 'time' ? medianLatency(runs) : costText(runs);
}

/** The same for a hand: a case after the other, and below each its subjects. */
export function ResultsList({ suite, report, runs, measure }: ResultsProps) {
  return (
    <ul className={styles.list} aria-label="Results">
      {suite.cases.map(({ id }) => (
        <li key={id}>
          <h2>{id}</h2>
          <ul>
            {report.subjects.map((subject) => (
              <li key={subject.id}>
                <p>{subject.id}</p>
                <CellButton
                  subject={subject.id}
                  counted={subject.cases.find((one) => one.id === id)}
                  runs={runs.filter((run) => run.subject === subject.id && run.case === id)}
                  measure={measure}
                />
              </li>
            ))}
          </ul>
        </li>
      ))}
      <li>
        <h2>All cases</h2>
        <ul>
          {report.subjects.map((subject) => {
            const own = runs.filter((run) => run.subject === subject.id);
            return (
              <li key={subject.id}>
                <p>{subject.id}</p>
                <IntervalBar {...totalOf(subject)} />
                {own.length > 0 && (
                  <p className={styles.sums}>
                    {costText(own)}, {medianLatency(own)} to a plan
                  </p>
                )}
              </li>
            );
          })}
        </ul>
      </li>
    </ul>
  );
}

interface Props {
  readonly n: number;
  readonly passed: number;
  readonly interval: Interval;
}

const ICONS = { good: CircleCheck, fair: CircleAlert, poor: CircleX } satisfies Record<Grade, unknown>;

/** How many passed, and between which shares it may lie: in figures, and as a line with a dot. */
function IntervalBar({ n, passed, interval }: Props) {
  if (n === 0) return <span className={styles.none}>not run yet</span>;
  const grade = gradeOf({ n, passed });
  const Icon = ICONS[grade];
  const [low, high] = interval;
  return (
    <span className={cx(styles.measured, styles[grade])}>
      <span className={styles.figures}>
        <Icon aria-hidden />
        <span>
          <b>{passed}</b>/{n}
        </span>
        <span className={styles.interval}>{intervalText(interval)}</span>
      </span>
      <span
        aria-hidden
        className={styles.bar}
        style={{ '--low': low, '--wide': high - low, '--at': passed / n }}
      >
        <i />
        <b />
      </span>
    </span>
  );
}
