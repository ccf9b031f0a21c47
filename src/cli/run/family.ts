import { isEventType, isJsonObject, type JsonObject, present } from '#base';
import { type DrivenRun, endOf, NO_LETTERS, Runs, type RunsOptions } from '#hosting';
import type { Commit, Goal, ModelMeasure, Pin } from '#kernel';
import type { Plan } from '#plan';
import type { GoalRun, RunHandle, StartOptions } from '#runtime';
import type { Given } from '../command';
import { readObjectArgument } from '../host/readFiles';
import { refuse } from '../outcome';
import type { FileBook } from './fileBook';

interface FamilyOptions extends Pick<RunsOptions, 'workspace' | 'hostFor'> {
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

/** Where a run belongs (L8, M4) and what it was asked for (M3). */
export type Belonging = Pick<StartOptions, 'parentRunId' | 'goal'> & {
  readonly sessionId?: string;
  /** The data of the goal: the input of its machine, unless another is given. */
  readonly goalData?: JsonObject;
};

const OPAQUE = /^[\p{L}\p{N}\p{P}\p{S}]{1,128}$/u;

/** H1 `--session ID`, `--parent RUN`, `--goal JSON`. @throws Refusal when one of them is not of its form */
export async function readBelonging(given: Given): Promise<Belonging> {
  const sessionId = readId(given, 'session');
  const parentRunId = readId(given, 'parent');
  return {
    ...present({ sessionId, parentRunId }),
    ...(await readGoal(given.text('goal'))),
  };
}

function readId(given: Given, name: 'session' | 'parent'): string | undefined {
  const id = given.text(name);
  if (id === undefined || OPAQUE.test(id)) return id;
  throw refuse(
    'USAGE',
    `--${name} takes an id, not "${id.slice(0, 40)}".`,
    'Use no blanks, and at most 128 characters.',
  );
}

const HELP = `For example --goal '{"event": "research.goal", "data": {"topic": "bees"}, "response": "research.completed"}'.`;
const PARTS = ['event', 'data', 'response', 'correlationId'];

async function readGoal(text: string | undefined): Promise<Pick<Belonging, 'goal' | 'goalData'>> {
  if (text === undefined) return {};
  const goal = await readObjectArgument('goal', text);
  const stray = Object.keys(goal).find((name) => !PARTS.includes(name));
  if (stray !== undefined) throw refuse('USAGE', `--goal has no "${stray}".`, HELP);
  const { event, data, response, correlationId } = goal;
  if (typeof event !== 'string' || !isEventType(event))
    throw refuse('USAGE', '--goal needs the type of its event.', HELP);
  if (response !== undefined && (typeof response !== 'string' || !isEventType(response)))
    throw refuse('USAGE', '--goal: "response" is the type of an event.', HELP);
  if (correlationId !== undefined && typeof correlationId !== 'string')
    throw refuse('USAGE', '--goal: "correlationId" is a text.', HELP);
  if (data !== undefined && !isJsonObject(data))
    throw refuse('USAGE', '--goal: "data" is an object, the input of the machine.', HELP);
  return {
    goal: {
      event,
      ...present({ response, correlationId }),
    },
    ...present({ goalData: data }),
  };
}

/** A run is known by its id, to its session and to those that depend on it. @throws Refusal `RUN_ID_TAKEN` */
export function demandFreeRunId(runId: string | undefined, others: readonly (string | undefined)[]): void {
  if (runId === undefined || !others.includes(runId)) return;
  throw refuse(
    'RUN_ID_TAKEN',
    `"${runId}" is the id of another run that this one is begun with.`,
    'Choose another with --run-id, or leave it out.',
  );
}

/** M3: a goal is for the machine that says so. @throws Refusal `GOAL_UNKNOWN` */
export function demandGoalOf(plan: Plan, goal: Goal | undefined): void {
  if (goal === undefined) return;
  if (plan.kind !== 'state-machine')
    throw refuse(
      'GOAL_UNKNOWN',
      `"${plan.id}" is not a state machine: no goal starts it.`,
      'Choose a machine with --plan.',
    );
  if (plan.onGoal === undefined || plan.onGoal === goal.event) return;
  throw refuse(
    'GOAL_UNKNOWN',
    `The machine "${plan.id}" is started by the goal "${plan.onGoal}", not by "${goal.event}".`,
    'Name its goal, or another machine with --plan.',
  );
}
