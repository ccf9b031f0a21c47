import { type Diagnostic, errorsFirst, type JsonObject, present } from '#base';
import type { AskAgain, PlanAttempt } from '#kernel';
import type { Body, StateMachinePlan } from '#plan';
import { diagnosticOf } from './callError';
import type { Failure } from './thrown';

/** What one planner call has come to: the attempt as it is kept (P6), and the plan where one was accepted. */
export interface PlanOutcome {
  readonly attempt: Omit<PlanAttempt, 'latencyMs' | 'flavour'>;
  readonly plan: Body | null;
  /** The machine that it is (M5). */
  readonly machine?: StateMachinePlan;
  readonly askAgain?: AskAgain;
  /** Variables that the plan brings along (P13). */
  readonly inject?: JsonObject;
  readonly retryAfterMs?: number;
  /** Asking the same again would come to the same. */
  readonly retryable?: false;
}

/** What is known of an attempt before its reply was read. */
export type Known = Partial<Omit<PlanAttempt, 'verdict' | 'problems' | 'repairs'>>;

export type Reading = Pick<PlanAttempt, 'verdict' | 'problems' | 'repairs'> & {
  readonly plan: Body | null;
  /** The machine that it is (M5). */
  readonly machine?: StateMachinePlan;
  /** It is one step and no plan (P2). */
  readonly oneStep?: boolean;
  /** Variables that the plan brings along (P13). */
  readonly inject?: JsonObject;
  /** Its planner knows other ways (P12). */
  readonly knowsOthers?: boolean;
};

/** A reply, or what was made without one, has been read. */
export function asRead(known: Known, reading: Reading): PlanOutcome {
  const { plan, machine, verdict, problems, repairs, oneStep, knowsOthers, inject = {} } = reading;
  const attempt = { ...attemptOf(known), verdict, problems: errorsFirst(problems), repairs };
  if (machine !== undefined) return { attempt, plan, machine };
  if (oneStep) return { attempt, plan, askAgain: 'whenDone' };
  if (knowsOthers) return { attempt, plan, askAgain: 'whenFailed' };
  return Object.keys(inject).length === 0 || plan === null ? { attempt, plan } : { attempt, plan, inject };
}

/** Nothing could be asked, or it broke off: there is nothing to read. */
export function asFailed(known: Known, problems: readonly Diagnostic[]): PlanOutcome {
  return { attempt: { ...attemptOf(known), verdict: 'failed', problems, repairs: [] }, plan: null };
}

/** The same, for what was thrown. */
export function asThrown(known: Known, failure: Failure): PlanOutcome {
  const { error, retryAfterMs } = failure;
  return {
    ...asFailed(known, [diagnosticOf(error)]),
    ...present({ retryAfterMs }),
    ...(error.retryable === false ? { retryable: false } : {}),
  };
}

function attemptOf(known: Known): Omit<PlanOutcome['attempt'], 'verdict' | 'problems' | 'repairs'> {
  return {
    madeBy: known.madeBy ?? 'nothing',
    model: known.model ?? null,
    template: known.template ?? null,
    ...present({ choice: known.choice }),
    prompt: known.prompt ?? null,
    parameters: known.parameters ?? {},
    seed: known.seed ?? null,
    reply: known.reply ?? null,
    usage: known.usage ?? {},
    ...(known.reasoning === undefined || known.reasoning === '' ? {} : { reasoning: known.reasoning }),
    ...present({ leftOut: known.leftOut, refusedFields: known.refusedFields, trace: known.trace }),
  };
}
