import type { RunError } from './fact';

/** Why the rest of a plan is in doubt (P9), after which of its steps. */
export type Doubt =
  /** The step failed, after that many attempts. */
  | { readonly kind: 'attempts'; readonly step: string; readonly attempts: number }
  /** What it gave, or its error, contains a word that asks for another plan. */
  | { readonly kind: 'keyword'; readonly step: string; readonly keyword: string }
  /** A model found what is left less worth going on with than its author wants. */
  | { readonly kind: 'viability'; readonly step: string; readonly score: number; readonly bound: number };

/** The same in one sentence, for the planner, for the error where adapting fails, and for the ledger's reader. */
export function doubtInWords(doubt: Doubt): string {
  const { step } = doubt;
  switch (doubt.kind) {
    case 'attempts':
      return `The step "${step}" failed ${doubt.attempts === 1 ? 'once' : `${doubt.attempts} times`}.`;
    case 'keyword':
      return `What came of the step "${step}" contains "${doubt.keyword}".`;
    case 'viability':
      return `After the step "${step}" the rest of the plan was judged ${doubt.score} of 1, below ${doubt.bound}.`;
  }
}

/** A step of a plan that has settled and has not been judged yet; what it gave is among the results of its scope. */
export interface SettledStep {
  readonly step: string;
  readonly attempts: number;
  readonly error: RunError | null;
}

/** A plan in progress of which is being decided whether it goes on as it is (P9): none of its steps starts meanwhile. Plain JSON. */
export interface Review {
  /** The scope of the plan. */
  readonly frame: string;
  /** In the order in which they settled. */
  readonly unjudged: readonly SettledStep[];
  /** Its planner is asked as soon as nothing of it runs any more; null while nothing speaks against it. */
  readonly doubt: Doubt | null;
}
