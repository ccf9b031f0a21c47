import { type Address, type Diagnostic, type Hash, type Json, type JsonObject, parseAddress } from '#base';
import type { Body, FileDocument, PlanNode, PlannerFlavour, State, StateMachinePlan } from '#plan';
import type { Closure, Goal, ModelChoice, ModelMeasure } from './closure';

export type { Closure, Goal } from './closure';

/** K10: what a run may use up; absent means no bound. Times are milliseconds, money is integer micro-units. */
export interface Budget {
  readonly calls?: number;
  readonly wallTimeMs?: number;
  readonly tokens?: number;
  readonly microUnits?: number;
  /** Steps of all dynamic plans together, and how many planners may lie inside each other. */
  readonly dynamicSteps?: number;
  readonly depth?: number;
  /** Models whose price is not known may be called although money is bounded. */
  readonly unpriced?: boolean;
}

/** Which part of a budget a run has used up; `price`: it is not known what the next call costs. */
export type BudgetPart = 'calls' | 'tokens' | 'money' | 'price' | 'dynamicSteps' | 'depth';

/** Limits of dynamic plans in this run (SECURITY, limits). */
export interface RunLimits {
  readonly planSteps: number;
  readonly plannerDepth: number;
  readonly dynamicSteps: number;
}

/** L8: opaque words of the caller that every record carries. */
export interface RunLabels {
  readonly queue?: string;
  readonly tenantId?: string;
  readonly userId?: string;
  readonly sessionId?: string;
}

export interface RunError {
  readonly code: string;
  readonly message: string;
  /** What a person can do about it, where that is known. */
  readonly help?: string;
  /** The node whose expression has no value, and which of its fields, as a JSON Pointer without its first slash (case C3). */
  readonly where?: { readonly node?: string; readonly field?: string };
  /** Another attempt would come to the same: none is made (L2). */
  readonly retryable?: false;
}

/**
 * When the planner of an accepted plan is asked again: when its steps are done, because it gave one step and not a plan
 * (P2), or when a step fails, because it knows other ways (P12). Absent: the plan is whole, and whatever becomes of it.
 */
export type AskAgain = 'whenDone' | 'whenFailed';

/** An effect of an earlier run that need not be asked for again: where, what was asked, and the fact that answered it. */
export interface Recorded {
  /** Of the command, its attempt left out: a step that succeeded at its second attempt is served to the first. */
  readonly address: Address;
  /** Hash of what was asked; the same question is given the same answer. */
  readonly key: Hash;
  readonly fact: Fact;
  /** D3: it was given before the definition was edited at a fork point, which holds from there on: it answers whatever is asked now. */
  readonly fixed?: true;
}

/** An input that a person has put in (D3): the step at this address, which has no attempt, gets it instead of its own. */
export interface GivenInput {
  readonly address: Address;
  readonly input: Json;
}

/** A point at which variables were set, in the record of a fork of a fork (D3): what comes after it had read them. */
export interface ForkPoint {
  /** As in `Reuse`, but up to here. */
  readonly started: readonly Address[];
  /** How many of the answers of `Reuse` were given before it. */
  readonly served: number;
  readonly set: JsonObject;
}

/** What a person has edited of the definition of a fork (D3), for reading; the closure has it. */
export type DefinitionEdit =
  | { readonly kind: 'prompt'; readonly step: Address; readonly text: string }
  | { readonly kind: 'model'; readonly step: Address; readonly model: string }
  | { readonly kind: 'plan' };

/** An output that a person has put in: it answers at its address whatever is asked there (D7). */
export interface Pinned {
  readonly address: Address;
  readonly output: Json;
}

/**
 * What is said to come of a node, or of whatever calls a capability, so that nobody is asked (D10). A node is named by its
 * id, of one plan or of any; `when` is CEL over `input` and the variables, and without it the pin always counts.
 */
export type Pin = PinnedPlace & PinnedEnd & { readonly when?: string };
export type PinnedPlace = { readonly node: string; readonly plan?: string } | { readonly capability: string };
export type PinnedEnd = { readonly output: Json } | { readonly error: RunError };

/** A run that no other is recorded for, and that has pins. */
interface PinsAlone {
  readonly pins: readonly Pin[];
}

/**
 * K8: what a run serves itself from the record of another. It stands in the run's first fact, so that the ledger explains
 * itself (K5).
 */
export interface Reuse {
  /** The run that the record is of, how many of its commits were read, and the hash of the last of them. */
  readonly from: { readonly runId: string; readonly at: number; readonly hash: Hash };
  /** Containers and pure nodes that had started there, without attempts: they start again before the fork point. */
  readonly started: readonly Address[];
  /** In the order in which the answers came. */
  readonly served: readonly (Recorded | Pinned)[];
  /** Signals that nobody had taken there yet (R16). */
  readonly signals?: readonly { readonly event: string; readonly data: Json }[];
  /** Variables that get another value at the fork point. */
  readonly set: JsonObject;
  /** Fork points of the runs that the record goes through, the first one first. */
  readonly points?: readonly ForkPoint[];
  /** Inputs of steps that had not been answered at their fork point. */
  readonly inputs?: readonly GivenInput[];
  readonly definition?: readonly DefinitionEdit[];
  /** D11: places of calls that may have changed something outside: one that is not served asks before it leaves (K6). */
  readonly called?: readonly Address[];
  /** D10: asked where the record has no answer. Those of nodes go before those of capabilities, then the first counts. */
  readonly pins?: readonly Pin[];
}

/** What a run has of another: null where it has none, and pins at most (D10). */
export function recordIn({ reuse }: Pick<RunStarted, 'reuse'>): Reuse | null {
  return reuse === undefined || !('from' in reuse) ? null : reuse;
}

/** D3: the input that a person has given a step; undefined where none has. */
export function givenInput(start: RunStarted, address: Address): GivenInput | undefined {
  return recordIn(start)?.inputs?.find((one) => one.address === address);
}

/** P16: what a run is told of its session as it begins; `unread`: why it starts without. */
export type GivenSession =
  | {
      /** The last ones, the oldest first. */
      readonly turns: readonly { readonly role: 'user' | 'agent'; readonly text: string }[];
      /** What there is, by name, each with how it begins. */
      readonly notes: readonly { readonly name: string; readonly text: string }[];
      readonly variables: readonly { readonly name: string; readonly text: string }[];
    }
  | { readonly unread: string };

/** How much of a run its ledger tells (S2). */
export type LedgerDetail = 'plan' | 'outputs' | 'full';

/** How a run has ended. */
export type EndStatus = 'completed' | 'failed' | 'cancelled';

/** What became of a run that another depends on (M4); `missing`: it was deleted, so nobody can ever know. */
export type DependencyEnd = EndStatus | 'missing';

export interface RunStarted {
  readonly type: 'run.started';
  readonly runId: string;
  readonly planHash: Hash;
  readonly closure: Closure;
  readonly input: JsonObject;
  /**
   * W8: the files that inputs were read from, by their content; each has the id of its variable. What was read stands in
   * `input`, so a replay needs none of them; a table that is lost can be read from its file again (K13).
   */
  readonly inputFiles?: readonly FileDocument[];
  readonly labels: RunLabels;
  readonly limits: RunLimits;
  readonly budget: Budget;
  /** Behaviour flags that this run was recorded with (K5). */
  readonly flags: readonly number[];
  readonly seed: number;
  /** Starts paused: nothing leaves before the first `step` or `resume`. */
  readonly paused: boolean;
  /**
   * H4: the outside is a script, and nothing that the ledger says has happened. Back-off has no jitter, and a PLANNER
   * is answered once an attempt: no repair, no other model, no rules in its place.
   */
  readonly simulated?: true;
  /**
   * H4: the guards that the script answers, by its KEYs (`look!pre-1`, `/look!pre-1`); every other one lets its node pass
   * without being asked. Absent where all are asked.
   */
  readonly guards?: readonly string[];
  /** M4: the run that started this one, if one did. */
  readonly parentRunId?: string;
  /** P16: what it was told of the session that it belongs to; absent where there was nothing to tell. */
  readonly session?: GivenSession;
  /** M4: runs that have to complete before this one begins. */
  readonly dependsOn?: readonly string[];
  /** M3: of a run whose plan is a machine; its input is the goal's data. */
  readonly goal?: Goal;
  /** P7: by which planners choose among models, so that replay and resume choose alike (K5); absent where nothing was measured. */
  readonly measures?: readonly ModelMeasure[];
  /** What the run serves itself, from the record of another or from pins (K8, D10). */
  readonly reuse?: Reuse | PinsAlone;
  readonly stop?: Stop;
  /** D1: one node of a plan was tried: the run's plan has that node alone. */
  readonly trial?: true;
  /** S2: this ledger was reduced to be handed on; `head` is the hash of the last commit of the full one. */
  readonly reduced?: { readonly detail: Exclude<LedgerDetail, 'full'>; readonly head: Hash };
  /** Hash of the workspace whose content was trusted (T1), where there was one. */
  readonly workspaceHash?: Hash;
}

/** L7: a call that was answered goes on when this signal comes; without `timeoutMs` it waits for ever. */
export interface WaitFor {
  readonly event: string;
  readonly timeoutMs?: number | null;
}

/** How far a `step` lets the run go before it is paused again (D1). */
export type StepMode = 'over' | 'into' | 'out';

/**
 * What the outside tells the kernel. A fact is JSON; `address` is that of the command it answers.
 * Facts are fed one by one, in the order of their arrival (R22).
 */
export type Fact =
  | RunStarted
  | {
      readonly type: 'effect.succeeded';
      readonly address: Address;
      readonly result: Json;
      /** What the call ends besides its own node (L7): it counts on CAPABILITY only. */
      readonly break?: 'scope' | 'plan' | 'run';
      /** It is not done yet (L7): it counts on CAPABILITY only. */
      readonly waitFor?: WaitFor;
      readonly usage?: Usage;
      readonly refusedFields?: readonly RefusedField[];
      /** What a model thought before it answered, apart from the result. */
      readonly reasoning?: string;
      readonly durationMs?: number;
    }
  | {
      readonly type: 'effect.failed';
      readonly address: Address;
      readonly error: RunError;
      readonly usage?: Usage;
      readonly refusedFields?: readonly RefusedField[];
      /** What a model had said to it, whole or not: kept to be read, never a result. */
      readonly reply?: string;
      readonly reasoning?: string;
      readonly durationMs?: number;
      /** The server named a time before which it wants no other attempt (Retry-After), in milliseconds. */
      readonly retryAfterMs?: number;
    }
  /** A streamed step was read: a node of ours, or a ghost with its reasons (P2, D4). `step` counts from 0. */
  | {
      readonly type: 'plan.step';
      readonly address: Address;
      readonly step: number;
      readonly node: PlanNode | null;
      /** Of a machine (M5) it is a state, and a ghost where a problem is an error. */
      readonly state?: State;
      readonly machine?: { readonly id: string; readonly initial?: string };
      /** What a ghost shows: the text of the line that was refused. */
      readonly text?: string;
      readonly problems: readonly Diagnostic[];
    }
  /** A planner call has ended. `plan` is there only when the verdict is `accepted` (P3, K5). */
  | {
      readonly type: 'plan.replied';
      readonly address: Address;
      readonly attempt: PlanAttempt;
      readonly plan: Body | null;
      /** The machine that the plan is (M5): then `plan` is the one step that runs it. Absent where it is a graph. */
      readonly machine?: StateMachinePlan;
      readonly askAgain?: AskAgain;
      /** Variables that the plan brings along, declared by that (V1, P13). */
      readonly inject?: JsonObject;
      readonly durationMs?: number;
      readonly retryAfterMs?: number;
      /** Asking the same model the same again would come to the same (P5). */
      readonly retryable?: false;
    }
  | { readonly type: 'timer.fired'; readonly address: Address }
  /** A person answered: a HUMAN_INPUT, or an approval (L9, L10). The attempt may be left out of the address. */
  | { readonly type: 'answer.given'; readonly address: Address; readonly value: Json }
  /** An event came from outside (R16): it is heard by who waits for it, or kept. */
  | {
      readonly type: 'signal.received';
      readonly event: string;
      readonly data: Json;
      /** M2: it answers the published event that has this id, and is heard by nobody else. */
      readonly correlationId?: string;
      /** What the run took that answers so (M3): calls, and what they cost (K10). */
      readonly calls?: number;
      readonly usage?: Usage;
    }
  /** M4: a run that this one depends on has ended. */
  | { readonly type: 'dependency.ended'; readonly runId: string; readonly status: DependencyEnd }
  | { readonly type: 'run.paused'; readonly reason: OutsideReason }
  /** `input` is for a machine that paused the run (M4). */
  | { readonly type: 'run.resumed'; readonly input?: Json }
  | { readonly type: 'run.stepped'; readonly mode: StepMode }
  | { readonly type: 'run.cancelled'; readonly reason?: string }
  | { readonly type: 'budget.raised'; readonly budget: Budget }
  /** K15: what was allowed for the run by the approval at this address is so no longer. */
  | { readonly type: 'policy.revoked'; readonly address: Address }
  /** K6: after a crash, an effect that may or may not have happened. */
  | { readonly type: 'effect.uncertain'; readonly address: Address }
  /** K13: its command cannot leave before a person has filled the slot, or brought the file, that it needs; `effect.left`: it has. */
  | {
      readonly type: 'effect.waiting';
      readonly address: Address;
      readonly for: 'connection' | 'file';
      readonly message: string;
    }
  | { readonly type: 'effect.left'; readonly address: Address }
  /** K6: a call that had no end when its page was lost has left once more, and is charged twice. */
  | { readonly type: 'effect.repeated'; readonly address: Address }
  | {
      readonly type: 'effect.settled';
      readonly address: Address;
      readonly as:
        | { readonly kind: 'repeat' }
        | { readonly kind: 'done'; readonly result: Json }
        | { readonly kind: 'fail' };
    };

export type FactType = Fact['type'];

export type FactOf<Type extends FactType> = Extract<Fact, { type: Type }>;

/** What calls took, as far as it is known (K10). */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** The tokens were counted here and not by the service, so they are about right (K10). */
  readonly estimated?: true;
  readonly microUnits?: number;
  readonly currency?: string;
}

/** A field of a request that a server does not take: the request was sent again, so the call was one request more. */
export interface RefusedField {
  readonly field: string;
  /** The name that it was sent under instead; absent where it was left out. */
  readonly instead?: string;
  readonly status: number;
  /** The server's own words. */
  readonly reason: string;
}

/** P6: one attempt of a planner, kept whole, whatever came of it. */
export interface PlanAttempt {
  readonly flavour: PlannerFlavour;
  /** Which planner document or model made it: what the interface says plainly (A5). */
  readonly madeBy: string;
  readonly model: string | null;
  readonly template: { readonly id: string; readonly version: number } | null;
  /** The rendered prompt, redacted. */
  readonly prompt: string | null;
  /** Ids of what the prompt had no room for (P3); absent where it had room for all. */
  readonly leftOut?: { readonly tools: readonly string[]; readonly documents: readonly string[] };
  /** Why this model was asked (P7); absent where it was the only one, or nothing was measured. */
  readonly choice?: ModelChoice;
  readonly parameters: JsonObject;
  readonly seed: number | null;
  /** The raw reply as it came; null where no model was asked. */
  readonly reply: string | null;
  readonly problems: readonly Diagnostic[];
  /** Safe normalisations and tolerant-parse repairs, in words (P4). */
  readonly repairs: readonly string[];
  /** What the model wrote before it answered, apart from the reply; absent where it wrote none. */
  readonly reasoning?: string;
  /** Requests of this call that the server refused for a field, before the one that was answered. */
  readonly refusedFields?: readonly RefusedField[];
  readonly usage: Usage;
  readonly latencyMs: number;
  readonly verdict: 'accepted' | 'refused' | 'failed';
  /** HTN: the decomposition as a tree; rules: which fired. For reading only. */
  readonly trace?: Json;
}

/** Why no node of a run starts: what somebody did to the run, or what became of it. */
export type PauseReason = OutsideReason | 'step' | 'plan' | 'reached';

/** What the outside pauses a run for. */
export type OutsideReason = 'user' | 'interrupted' | 'storage' | 'budget' | 'offline';

/** A policy of one run (K15): calls of a capability to this host leave unasked from now on. */
export interface RunPolicy {
  /** Where the call asked that a person allowed for the whole run: nothing else is allowed there. */
  readonly at: Address;
  /** As the run's closure describes it: that changes in no run (K5). */
  readonly capability: string;
  /** Absent where its calls go nowhere. */
  readonly host?: string;
}

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
  /** D1: what waits for a person or a signal, and may go on, does so when the run is stepped. */
  stepsLetIn: 27,
  /** P15: what a prompt of the workspace reads, and what was said in the run, have origins. */
  promptsHaveOrigin: 28,
} as const;

export type Behaviour = keyof typeof BEHAVIOURS;

/** The flags that a run of this version begins with. */
export const BEHAVIOUR_FLAGS: readonly number[] = Object.values(BEHAVIOURS);

/** Whether a run was recorded with a behaviour. */
export function hasBehaviour({ flags }: RunStarted, behaviour: Behaviour): boolean {
  return flags.includes(BEHAVIOURS[behaviour]);
}

/** D1: the run goes up to a node, and is paused when that has settled. */
export interface Stop {
  /** A node, without attempt. Where a round or a revision is left open, the first that comes is meant. */
  readonly after: Address;
  /** Of a fork: nothing but that node starts behind the fork point. */
  readonly only?: true;
}

/** Whether a node is the chosen one, or something around it. A round or revision that is left open is any. */
export function isPassedAt({ after }: Stop, place: Address): boolean {
  const around = parseAddress(place)?.segments ?? [];
  const inside = parseAddress(after)?.segments ?? [];
  return around.every((one, depth) => {
    const other = inside[depth];
    return other !== undefined && FIELDS.every((field) => agree(one[field], other[field]));
  });
}

const FIELDS = ['node', 'body', 'index', 'revision'] as const;

function agree(one: string | number | undefined, other: string | number | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}
