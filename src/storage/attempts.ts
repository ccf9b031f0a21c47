import { type Address, present } from '#base';
import type { Commit, PlanAttempt } from '#kernel';

/** What the search of attempts shows of one (P6); the whole attempt stands in its ledger. */
export interface AttemptLine {
  readonly runId: string;
  /** Of the commit that it is in: the run at `seq + 1` shows it. */
  readonly seq: number;
  readonly workspace: string;
  readonly planName: string;
  /** Address of the call of the planner: `/plan!1`. */
  readonly call: Address;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly madeBy: string;
  readonly model: string | null;
  readonly template: PlanAttempt['template'];
  readonly flavour: PlanAttempt['flavour'];
  readonly verdict: PlanAttempt['verdict'];
  /** Codes of the problems that were found. */
  readonly codes: readonly string[];
  readonly latencyMs: number;
  /** Input and output together. */
  readonly tokens: number;
  /** Absent where the price of the model is not known, and in lines of before. */
  readonly microUnits?: number;
  /** What is searched for words: problems, the reply, and the end of the prompt, where the goal stands. */
  readonly text: string;
}

/** Of reply and prompt each, in characters: the index stays small beside the ledgers. */
const MOST_TEXT = 2_000;

/** The line of a commit in which a planner answered; none for every other commit. */
export function attemptLines(
  run: Pick<AttemptLine, 'runId' | 'workspace' | 'planName'>,
  { seq, at, fact }: Commit,
): readonly AttemptLine[] {
  if (fact.type !== 'plan.replied') return [];
  const { madeBy, model, template, flavour, verdict, problems, latencyMs, usage } = fact.attempt;
  return [
    {
      ...{ runId: run.runId, seq, workspace: run.workspace, planName: run.planName },
      ...{ call: fact.address, at, madeBy, model, template, flavour, verdict, latencyMs },
      codes: problems.map(({ code }) => code),
      ...present({ microUnits: usage.microUnits }),
      tokens: (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0),
      text: textOf(fact.attempt),
    },
  ];
}

function textOf({ problems, reply, prompt }: PlanAttempt): string {
  const messages = problems.map(({ message }) => message);
  return [...messages, reply?.slice(0, MOST_TEXT), prompt?.slice(-MOST_TEXT)].filter(Boolean).join('\n');
}
