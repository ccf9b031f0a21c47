import type { Address, Diagnostic, Hash, Json, JsonObject } from '#base';
import type {
  Budget,
  BudgetPart,
  Command,
  Doubt,
  KernelStatus,
  PauseReason,
  PlanAgain,
  PlanAttempt,
  PlanChoice,
  RankedCandidate,
  RunError,
  RunPolicy,
  RunStarted,
  Usage,
} from '#kernel';
import type { Body, PlanNode, State, StateMachinePlan } from '#plan';

/** D6. `pending` is also what a node reads that no entry has named. */
export type NodeStatus =
  | 'pending'
  | 'planned'
  | 'ready'
  | 'running'
  | 'waiting'
  | 'paused'
  | 'retrying'
  | 'succeeded'
  | 'failed'
  | 'skipped'
  | 'cancelled'
  | 'uncertain';

/** D6. */
export type RunStatus = KernelStatus;

/** One try of a leaf (K12: a record per attempt). Times are milliseconds since the epoch, from the commits. */
export interface AttemptRecord {
  readonly attempt: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly status: 'running' | 'succeeded' | 'failed' | 'cancelled';
  readonly error: RunError | null;
  /** How often its call was cut off with the page and made once more (K6); absent where it never was. */
  readonly repeated?: number;
}

/** A span in which a node waited. Times are milliseconds since the epoch; `to` is null while it waits. */
export interface WaitRecord {
  readonly for: 'answer' | 'approval' | 'timer' | 'signal' | 'mutex' | 'server' | 'connection' | 'file';
  readonly from: number;
  readonly to: number | null;
  /** When it ends by itself, where that is known. */
  readonly until?: number;
}

/** A span of time that may go on. Milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  /** The moment that is looked at; null while time goes on. */
  readonly at: number | null;
}

/** What is known of one node of the run at a position, under its address without attempt. */
export interface NodeRecord {
  readonly address: Address;
  readonly node: string;
  readonly status: NodeStatus;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly input: Json | undefined;
  /** P15: the steps that brought what the input is made of; absent where nothing of it is foreign. */
  readonly inputFrom?: readonly Address[];
  readonly result: Json | undefined;
  /** P15: the steps that brought what the result is made of; absent where nothing of it is foreign. */
  readonly from?: readonly Address[];
  readonly error: RunError | null;
  /** Ports that were taken when it settled. */
  readonly ports: readonly string[];
  readonly attempts: readonly AttemptRecord[];
  readonly waits: readonly WaitRecord[];
  /** What it says while it waits for a person. */
  readonly message: string | null;
  /** Calls of capabilities and planners that left for it. */
  readonly calls: number;
  /** Id of the capability that it has called; absent before it has, and where it calls none. */
  readonly tool?: string;
  /** Of the node's own calls; `costsOf` adds up what is inside it. */
  readonly usage: Usage;
  /** D10: what came of it was pinned. */
  readonly pinned?: true;
  /** Why it was skipped. */
  readonly because: 'dead' | 'disabled' | 'unreachable' | null;
  /** How often something came for it that no longer counted (R6, R17). */
  readonly late: number;
  /** Position (seq) of the last commit that touched it. */
  readonly seq: number;
}

/** A variable at a position, and who wrote it (V2). */
export interface VariableRecord {
  readonly id: string;
  readonly value: Json;
  readonly writtenBy: Address | null;
  readonly seq: number;
  /** P15: the steps that brought what it is made of; absent where nothing of it is foreign. */
  readonly from?: readonly Address[];
}

/** A step that a planner streamed: a node, or a ghost with its reasons (D4); of a machine a state (M5). */
export interface StreamedStep {
  readonly step: number;
  readonly node: PlanNode | null;
  readonly state?: State;
  readonly machine?: { readonly id: string; readonly initial?: string };
  readonly text: string;
  readonly problems: readonly Diagnostic[];
  readonly seq: number;
  /** When it came, in milliseconds since the epoch. */
  readonly at: number;
}

/** A call that was lost with its page: what had come of its reply by then. */
interface CutCall {
  readonly streamed: readonly StreamedStep[];
}

/** How a reply came: what could be read of it meanwhile. */
interface Arrival {
  /** When its call left, in milliseconds since the epoch. */
  readonly askedAt: number;
  readonly streamed: readonly StreamedStep[];
  /** Calls before it that were lost with their page and made again (K6). */
  readonly cutOff: readonly CutCall[];
}

/** One attempt with what the ledger says around it (P6). */
export interface PlanningAttempt extends PlanAttempt {
  readonly call: Address;
  readonly seq: number;
  /** What was accepted; null where nothing was. */
  readonly made: { readonly plan: Body; readonly machine?: StateMachinePlan } | null;
  readonly arrival: Arrival;
}

/** What a PLANNER has made so far, and all its attempts (P6). */
export interface PlanningRecord extends Arrival {
  readonly address: Address;
  /** What it was asked for, with its holes filled. */
  readonly goal: string;
  /** Whether a call is running; the arrival is that of its reply, else of the last one. */
  readonly streaming: boolean;
  /** Position (seq) of the last commit that touched it. */
  readonly seq: number;
  readonly attempts: readonly PlanningAttempt[];
  readonly accepted: Body | null;
  /** The accepted plan as the machine that it is (M5). */
  readonly machine?: StateMachinePlan;
  /** P3: the accepted plans among which this one was chosen, the best first; absent where it was the only one. */
  readonly ranked?: readonly RankedCandidate[];
  /** Who chose it, where that was a model's to do. */
  readonly by?: PlanChoice;
  /** Whose plan it was asked about again at the last call (P2, P12); null for a plan to begin with. */
  readonly again: PlanAgain | null;
}

/** The scope of a PLAN_EXECUTOR. */
export interface OpenedPlan {
  readonly executor: Address;
  readonly scope: Address;
  /** Scopes of the nodes that began in an earlier revision, by id: they stay where they ran (R13). */
  readonly began: ReadonlyMap<string, Address>;
  readonly revision: number;
  readonly plan: Body;
  /** The machine that the plan is (M5): `plan` is the one step that runs it. */
  readonly machine?: StateMachinePlan;
  readonly planHash: Hash;
  /** The revision that it took the place of; null for a first plan. */
  readonly before: OpenedPlan | null;
  /** Why its planner is asked for another (P9); null while it is not. */
  readonly doubt: Doubt | null;
}

/** Where a machine stands (M1): of a SUB_PLAN, or of the run itself. */
export interface MachineRecord {
  /** What the addresses of its states begin with: the SUB_PLAN's, `''` for the machine that is the run's plan. */
  readonly place: Address;
  /** Its active states in the order in which they were entered, by their address with the round: `/searching[1]`. */
  readonly active: readonly Address[];
  /** `results` as its expressions see them (M3). */
  readonly results: JsonObject;
  /** The transitions that it has taken, by `transitionKey`. */
  readonly taken: ReadonlySet<string>;
}

/** Something that waits for a person or an event (D9, H1 `waiting`). */
export interface Waiting {
  readonly address: Address;
  /** The position at which it began to wait: a question that is asked again under its address is another one. */
  readonly since: number;
  readonly kind: 'answer' | 'approval' | 'signal' | 'uncertain' | 'resume' | 'connection' | 'file';
  /** What the node is called; what it asks is the command's message. */
  readonly name: string;
  readonly command: Command | null;
  /** What is missing, in a sentence, where a call waits for a connection or a file (K13). */
  readonly message?: string;
  /** D11: what is uncertain was called by an earlier run, and not by this one. */
  readonly again?: true;
}

/** Everything that can be read of a run at one position of its ledger: a fold, never a second truth. */
export interface RunView {
  /** How many commits are folded: position n shows commits 0 … n-1. */
  readonly position: number;
  readonly started: RunStarted | null;
  readonly status: RunStatus;
  readonly pausedBecause: PauseReason | null;
  /** Runs that it waits for before it begins (M4). */
  readonly pendingOn: readonly string[];
  /** The part of the budget that is used up (K10), where that is why the run is paused; null for calls and wall time. */
  readonly usedUp: BudgetPart | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Time of the last commit. */
  readonly at: number | null;
  /** By address without attempt, in the order in which they were first named. */
  readonly nodes: ReadonlyMap<Address, NodeRecord>;
  readonly variables: ReadonlyMap<string, VariableRecord>;
  /** By address of the PLANNER, without attempt. */
  readonly planning: ReadonlyMap<Address, PlanningRecord>;
  /** By address of the PLAN_EXECUTOR, without attempt: its latest revision. */
  readonly opened: ReadonlyMap<Address, OpenedPlan>;
  /** By address of a container that repeats or was tried again, without attempt. */
  readonly scopes: ReadonlyMap<Address, ScopesRecord>;
  /** By address of the scope: `/each[3]`. */
  readonly rounds: ReadonlyMap<Address, RoundRecord>;
  /** Machines that were started, by their place; empty in runs of graphs alone. */
  readonly machines: ReadonlyMap<Address, MachineRecord>;
  /** Commands that have left and are not answered, by their address. */
  readonly open: ReadonlyMap<Address, Command>;
  /** How many of those are being worked at: calls, plans, evaluations, retries and delays. */
  readonly inFlight: number;
  /** How many of them are times that a server has asked for. */
  readonly serverWaits: number;
  readonly waiting: readonly Waiting[];
  readonly outputs: JsonObject;
  readonly error: RunError | null;
  readonly usage: Usage;
  readonly calls: number;
  readonly budget: Budget;
  /** What a person has allowed for this run, and not revoked (K15). */
  readonly runPolicies: readonly RunPolicy[];
}

/** One round as the entries tell it: how many of its nodes are at work, and whether one of them ended badly. */
export interface RoundRecord {
  readonly active: number;
  readonly failed: boolean;
  readonly cancelled: boolean;
}

/** The scopes that a container has opened; the key of its record is the container's address. */
interface ScopesRecord {
  /** The container's own attempt, from 1 (L2: `retry` on a container). */
  readonly attempt: number;
  /** Whether its scopes are numbered. */
  readonly indexed: boolean;
  /** The highest number that has begun, and the one that began last. */
  readonly highest: number;
  readonly latest: number;
}

/** Whether a node of this status will do nothing more in its scope (R2). */
export function isSettled(status: NodeStatus | null): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'skipped' || status === 'cancelled';
}

/** What planners say of a goal that they have no plan for; the last are a model's words. */
const BEYOND: ReadonlySet<string> = new Set(['CANNOT_PLAN', 'PLAN_DECLINED']);

/**
 * Whether a run, a node or an attempt ended because its question is beyond the planner: no fault of anybody, and not shown
 * as one. Another question is all that it takes.
 */
export function isUnanswered({ error }: { readonly error: RunError | null }): boolean {
  return BEYOND.has(error?.code ?? '');
}
