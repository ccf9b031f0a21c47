import { type DrivenRun, endOf, NO_LETTERS, Runs, type RunsOptions } from '#hosting';
import type { Commit, ModelMeasure, Pin } from '#kernel';
import type { GoalRun, RunHandle } from '#runtime';
import type { FileBook } from './fileBook';

export interface FamilyOptions extends Pick<RunsOptions, 'workspace' | 'hostFor'> {
  readonly book: FileBook;
  /** Of the first run: those that it starts have them as well (D10). */
  readonly pins: readonly Pin[];
  readonly measures: readonly ModelMeasure[] | undefined;
  readonly say: (line: string) => void;
  /** Told of each run when it is there. */
  readonly joined: (handle: RunHandle) => void;
}

/** A run, and those that it starts by its goals (M3). */
export class Family {
  readonly runs: Runs;
  readonly #options: FamilyOptions;
  readonly #members: DrivenRun[] = [];

  constructor(options: FamilyOptions) {
    const { book, workspace, hostFor, pins, measures } = options;
    const joined = (run: DrivenRun, goal: GoalRun | null) => this.#join(run, goal);
    this.#options = options;
    this.runs = new Runs({
      ...{ book, workspace, hostFor, joined },
      letters: NO_LETTERS,
      givenToGoals: () => Promise.resolve({ pins, measures }),
    });
  }

  #join(run: DrivenRun, goal: GoalRun | null): void {
    if (goal !== null) this.#options.say(wordsOfGoal(goal, this.#options.book.pathOf(goal.runId)));
    this.#members.push(run);
    void run.kept.then((trouble) => {
      if (trouble !== null) this.#options.say(`What the run did is not kept in its session: ${trouble}`);
    });
    this.#options.joined(run.handle);
  }

  /** Resolves when none of them moves by itself, and none has an answer on its way to another. */
  async atRest(): Promise<void> {
    const { book } = this.#options;
    for (;;) {
      const members = [...this.#members];
      const known = members.length + book.elsewhere.length;
      await Promise.all([...book.elsewhere, ...members.map(({ handle }) => handle.atRest())]);
      // What one has ended with reaches the other in this turn.
      await new Promise((resolve) => setImmediate(resolve));
      const isKnown = known === this.#members.length + book.elsewhere.length;
      const isStill = isKnown && members.every(({ goals }) => goals.isQuiet);
      if (isStill && (await areAtRest(members))) return;
    }
  }

  /** What each of them has recorded, those that are over too. */
  get commits(): readonly Commit[] {
    return this.#members.flatMap(({ handle }) => handle.commits);
  }

  /** What people are told of runs that the first one waits for. */
  unended(): readonly string[] {
    return this.#members.slice(1).flatMap(({ handle: { runId, commits } }) => {
      if (endOf(commits) !== null) return [];
      const path = this.#options.book.pathOf(runId);
      const where =
        path === undefined ? 'Without --ledger it ends with this command.' : `Take it up: --resume ${path}`;
      return [`The run ${runId} has not ended. ${where}`];
    });
  }

  async close(): Promise<void> {
    this.runs.close();
    await Promise.all(this.#members.map(({ kept }) => kept));
    await this.#options.book.close();
  }
}

function wordsOfGoal({ goal, runId, plan }: GoalRun, path: string | undefined): string {
  const beside = path === undefined ? '' : ` Its ledger is "${path}".`;
  return `The goal "${goal?.event}" is answered by the run ${runId} of "${plan}".${beside}`;
}

/** Whether none moved meanwhile: a promise of rest that is kept already comes before the next turn. */
async function areAtRest(members: readonly DrivenRun[]): Promise<boolean> {
  const next = new Promise<false>((resolve) => setImmediate(() => resolve(false)));
  const all = Promise.all(members.map(({ handle }) => handle.atRest())).then(() => true as const);
  return Promise.race([all, next]);
}
