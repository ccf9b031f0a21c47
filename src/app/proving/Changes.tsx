import { TrendingDown, TrendingUp } from 'lucide-react';
import {
  amongSubjects,
  type CaseChange,
  differenceOf,
  type Report,
  reportOf,
  type Suite,
  toldBy,
} from '#proving';
import styles from './Changes.module.css';
import { intervalText } from './figures';
import { useProving } from './provingStore';

/** What is different: from the results of a file, else of the other subjects from the first. */
export function Changes({ suite, report }: { readonly suite: Suite; readonly report: Report }) {
  const against = useProving((state) => state.against);
  const difference =
    against === null
      ? amongSubjects(report)
      : differenceOf(reportOf(toldBy(against.results), against.results), report, against.name);
  if (difference === null) return null;
  const { to, worse, better, unclear } = difference;
  if (against === null && worse.length + better.length + unclear.length === 0) return null;
  return (
    <section aria-label="What is different" className={styles.changes}>
      <h2>
        Against “<bdi>{to}</bdi>”
      </h2>
      {worse.length + better.length === 0 && (
        <p>
          Nothing is clearly different: the intervals overlap
          {suite.repeat < MANY && ', and more runs would narrow them'}.
        </p>
      )}
      <ul>
        {worse.map((change) => (
          <Change key={keyOf(change)} change={change} word="worse" />
        ))}
        {better.map((change) => (
          <Change key={keyOf(change)} change={change} word="better" />
        ))}
        {unclear.map((change) => (
          <Change key={keyOf(change)} change={change} word="may be chance" />
        ))}
      </ul>
    </section>
  );
}

/** From so many runs on, more of them narrow an interval little. */
const MANY = 30;

function keyOf({ subject, case: name }: CaseChange): string {
  return JSON.stringify([subject, name]);
}

interface Props {
  readonly change: CaseChange;
  readonly word: 'worse' | 'better' | 'may be chance';
}

function Change({ change: { subject, case: name, was, is }, word }: Props) {
  const Icon = is.passed * was.n < was.passed * is.n ? TrendingDown : TrendingUp;
  return (
    <li data-word={word}>
      <Icon aria-hidden />
      <span>
        <b>{name}</b>, {subject}: {word}
      </span>
      <span className={styles.counts}>
        {was.passed}/{was.n} → {is.passed}/{is.n} ({intervalText(was.interval)} → {intervalText(is.interval)})
      </span>
    </li>
  );
}
