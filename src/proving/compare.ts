import { type Interval, wilson } from '#base';
import { type EvalResults, type EvalRun, hasPassed } from './results';

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

/** H5: how a subject did at a case. */
export interface CaseReport {
  readonly id: string;
  readonly n: number;
  readonly passed: number;
  /** Wilson's interval of the share that passes, at 95 %. */
  readonly interval: Interval;
  readonly tokens: number;
  readonly microUnits: number;
  /** Median over its runs. */
  readonly latencyMs: number;
  /** Hashes of the plans that were made, each once, in the order in which they first came. */
  readonly plans: readonly string[];
}

interface SubjectReport {
  readonly id: string;
  readonly cases: readonly CaseReport[];
}

export interface Report {
  /** Every run is done, and every subject passes as much as the suite demands. */
  readonly ok: boolean;
  readonly subjects: readonly SubjectReport[];
}

/** What a report is asked about: `atLeast` is the share of its runs that a subject has to pass. */
export interface Reported {
  readonly subjects: readonly { readonly id: string }[];
  readonly cases: readonly { readonly id: string }[];
  readonly atLeast: number;
}

/** H5: results, counted. */
export function reportOf(
  { subjects, cases, atLeast }: Reported,
  { runs, of }: Pick<EvalResults, 'runs' | 'of'>,
): Report {
  const reports = subjects.map(({ id }) => {
    const own = runs.filter(({ subject }) => subject === id);
    return { id, cases: cases.map((one) => caseReport(one.id, own)) };
  });
  return { ok: runs.length === of && reports.every((one) => passesAtLeast(one, atLeast)), subjects: reports };
}

/** How a subject did at all of its cases together. */
export function totalOf({ cases }: SubjectReport): Pick<CaseReport, 'n' | 'passed' | 'interval'> {
  const n = sumOf(cases, ({ n }) => n);
  const passed = sumOf(cases, ({ passed }) => passed);
  return { n, passed, interval: wilson(passed, n, CONFIDENCE) };
}

/** The subjects and cases that results tell of, for who has no suite of them. */
export function toldBy({ runs }: EvalResults): Reported {
  const idsOf = (of: (run: EvalRun) => string) => [...new Set(runs.map(of))].map((id) => ({ id }));
  return { subjects: idsOf(({ subject }) => subject), cases: idsOf((run) => run.case), atLeast: 0 };
}

const CONFIDENCE = 0.95;

function passesAtLeast(subject: SubjectReport, atLeast: number): boolean {
  const { n, passed } = totalOf(subject);
  return passed >= atLeast * n;
}

function caseReport(id: string, own: readonly EvalRun[]): CaseReport {
  const runs = own.filter((run) => run.case === id);
  const passed = runs.filter(hasPassed).length;
  return {
    id,
    n: runs.length,
    passed,
    interval: wilson(passed, runs.length, CONFIDENCE),
    tokens: sumOf(runs, ({ tokens }) => tokens),
    microUnits: sumOf(runs, ({ microUnits }) => microUnits),
    latencyMs: medianOf(runs.map(({ latencyMs }) => latencyMs)),
    plans: [...new Set(runs.flatMap(({ plan }) => (plan === null ? [] : [plan])))],
  };
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

/** The middle one, and of two in the middle the lower: a time that was measured. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
