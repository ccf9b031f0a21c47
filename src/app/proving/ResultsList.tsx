import { totalOf } from '#proving';
import { costText, medianLatency } from './figures';
import { IntervalBar } from './IntervalBar';
import styles from './ResultsList.module.css';
import { CellButton, type ResultsProps } from './ResultsTable';

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
