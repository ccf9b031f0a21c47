import type { Commit } from '#kernel';
import { LedgerViews, project } from '#projection';
import { type BenchLine, mediansUs, medianUs, rounded, type Suite } from '../bench';
import { drive } from '../kernel/drive';
import { chain } from '../kernel/plans';

const LENGTH = 10_000;
const FIFTH = LENGTH / 5;

/** What a run costs those who read it: projected at once, and followed live, at its beginning and at its end. */
export const PROJECTION: Suite = {
  name: 'projection',
  async run() {
    const { commits } = drive(chain(LENGTH), true);
    const whole = await medianUs(5, () => project(commits));
    const [first = 0, last = 0] = await mediansUs(5, [
      () => follow(new LedgerViews(), commits.slice(0, FIFTH)),
      () => follow(new LedgerViews(commits.slice(0, -FIFTH)), commits.slice(-FIFTH)),
    ]);
    const opened = await medianUs(5, () => new LedgerViews(commits.slice(0, -FIFTH)));
    return [
      line('project, per commit', whole / commits.length),
      line('follow live, first fifth', first / FIFTH),
      line('follow live, last fifth', (last - opened) / FIFTH),
    ];
  },
};

function follow(views: LedgerViews, commits: readonly Commit[]): void {
  for (const commit of commits) views.append(commit);
}

function line(name: string, us: number): BenchLine {
  return { name, engine: 'planloom', n: LENGTH, usPerStep: rounded(us) };
}
