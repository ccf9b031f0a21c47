import type { CaseReport, Report, SubjectReport } from './report';

type Counted = Pick<CaseReport, 'n' | 'passed' | 'interval'>;

/** A case that a subject passes more, or less, often than before. */
export interface CaseChange {
  readonly subject: string;
  readonly case: string;
  readonly was: Counted;
  readonly is: Counted;
}

/** What is different from one evaluation to another. */
export interface Difference {
  /** What it is compared with: a file, or the subject that the others are held against. */
  readonly to: string;
  /** The intervals do not overlap, so that it is hardly chance. */
  readonly worse: readonly CaseChange[];
  readonly better: readonly CaseChange[];
  /** The counts differ and the intervals overlap: it may be chance. */
  readonly unclear: readonly CaseChange[];
}

/** H5: each subject against itself, at the cases that both have run. */
export function differenceOf(before: Report, now: Report, to: string): Difference {
  const pairs = now.subjects.flatMap((is) => {
    const was = before.subjects.find(({ id }) => id === is.id) ?? onlyOne(before, now);
    return was === undefined ? [] : [{ was, is }];
  });
  return sorted(pairs, to);
}

/** H5: within one evaluation, the other subjects against the first; null where there is no other. */
export function amongSubjects({ subjects }: Report): Difference | null {
  const [first, ...others] = subjects;
  if (first === undefined || others.length === 0) return null;
  return sorted(
    others.map((is) => ({ was: first, is })),
    first.id,
  );
}

/** Where each has one subject it is meant, whatever it is called. */
function onlyOne(before: Report, now: Report): SubjectReport | undefined {
  return before.subjects.length === 1 && now.subjects.length === 1 ? before.subjects[0] : undefined;
}

interface Pair {
  readonly was: SubjectReport;
  readonly is: SubjectReport;
}

function sorted(pairs: readonly Pair[], to: string): Difference {
  const changes = pairs.flatMap(({ was, is }) =>
    is.cases.flatMap((one) => {
      const old = was.cases.find(({ id }) => id === one.id);
      if (old === undefined || old.n === 0 || one.n === 0) return [];
      return [{ subject: is.id, case: one.id, was: counted(old), is: counted(one) }];
    }),
  );
  return {
    to,
    worse: changes.filter(({ was, is }) => is.interval[1] < was.interval[0]),
    better: changes.filter(({ was, is }) => is.interval[0] > was.interval[1]),
    unclear: changes.filter((change) => isUnclear(change)),
  };
}

function isUnclear({ was, is }: CaseChange): boolean {
  const isOther = was.passed * is.n !== is.passed * was.n;
  return isOther && is.interval[0] <= was.interval[1] && was.interval[0] <= is.interval[1];
}

function counted({ n, passed, interval }: CaseReport): Counted {
  return { n, passed, interval };
}
