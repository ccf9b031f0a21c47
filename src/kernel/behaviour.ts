import type { RunStarted } from './fact';

/**
 * What runs do since the rules were made clearer, each under the number that `flags` of `run.started` names it by (K5).
 * A ledger without a number is replayed as it was recorded; a number is never given twice.
 */
const BEHAVIOURS = {
  /** R9: a node that its guard refused was tried. L2: in the background its refusal goes nowhere, and its edges die. */
  refusedWasTried: 1,
  /** R16: a signal that a `when` cannot be evaluated for does not match, instead of failing the wait. */
  unreadableDoesNotMatch: 2,
  /** R8, R10: a container that is decided before a branch could start ends at once, instead of when all is at rest. */
  decidedAtOnce: 3,
  /** R19: timers that begin during a pause count from then, instead of from the resume. */
  timersDuringPause: 4,
  /** R6: a starved JOIN has not started, so nothing is late at it. */
  nothingLateAtStarved: 5,
  /** D6: a wait that a server asked for reads waiting. Case F8: a failed provider is asked again after a growing time. */
  waitsForServer: 6,
  /** P3: a plan that is refused tells its errors before what it was warned of, and quotes the first of them. */
  errorsFirst: 7,
  /** V6: expressions tell tables by reference from other objects, and make none. */
  handles: 8,
  /** Case C3: expressions pay for what they compare, search and measure, and those of a template share what there is. */
  walksPaid: 9,
  /** Fault X7: an answer whose JSON would lose something (a key that is there twice, digits) is none. */
  exactAnswers: 10,
  /** V6: a table by reference is an input where a list is asked for. */
  tablesAreLists: 11,
  /** P13, K15: policies are asked before a call leaves, and planned calls that may change something ask a person. */
  policies: 12,
  /** L10: an edited plan leaves what has begun as it was, and what is said with "another" reaches the planner. */
  plansDecided: 13,
  /** P9: a plan in progress is judged after each of its steps, and its planner is asked for another. */
  replans: 14,
  /** P10: an executor answers from the steps of its plan, by a template or a model. */
  answers: 15,
  /** L11: a goal goes to the parameter of the first tool that takes it, and not always to one called "query". */
  goalFindsParameter: 16,
  /** P15: who has read foreign text and chooses a call that may change something asks, whatever policies allow. */
  taint: 17,
  /** P15: what values are made of is known, and foreign or personal content asks before it leaves for a host that no person picked. */
  origins: 18,
  /** K15: a person may allow calls like one that asks for the rest of the run, and revoke that. */
  runPolicies: 19,
  /** P15: entries say where what was given and written came from. */
  originsTold: 20,
  /** P9: a step of a plan that is being judged does not start in the place of one that waits for its budget or is paused. */
  reviewsHold: 21,
  /** P15: what a planner is told of its session came from other runs. */
  sessionsHaveOrigin: 22,
  /** K10: a call that is withdrawn stays reserved until it has said what it took. */
  withdrawnReserved: 23,
  /** P15: entries say where what went into a node came from. */
  inputOriginsTold: 24,
  /** P10: a model that answers from the steps of a plan is asked to name those that each sentence comes from. */
  answersCite: 25,
  /** L11: criteria on lines of their own are judged one by one. */
  criteriaApart: 26,
} as const;

export type Behaviour = keyof typeof BEHAVIOURS;

/** The flags that a run of this version begins with. */
export const BEHAVIOUR_FLAGS: readonly number[] = Object.values(BEHAVIOURS);

/** Whether a run was recorded with a behaviour. */
export function hasBehaviour({ flags }: RunStarted, behaviour: Behaviour): boolean {
  return flags.includes(BEHAVIOURS[behaviour]);
}
