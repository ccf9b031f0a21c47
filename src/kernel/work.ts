import { type Address, type Hash, type Json, type JsonObject, withoutInstances } from '#base';
import type { MachineStanding } from '#compile';
import type { Body, NodeOf, PlanNode, PlannerFlavour, PlanRanking, StateMachinePlan } from '#plan';
import type { ModelChoice } from './closure';
import type { CallCommand, PlanAgain, PlanCommand, Wish } from './command';
import type { FactOf, RunError } from './fact';

/** What an active node is busy with. */
export type ActivationState =
  /** A call or an evaluation is out. */
  | { readonly kind: 'calling' }
  /** It waits for its mutex, and its first attempt has not begun (L2). */
  | { readonly kind: 'queued' }
  /** A guard of it is asked; `asked` have let it pass (L4). */
  | { readonly kind: 'guarded'; readonly asked: number }
  /** Its call has asked to wait for a signal, and leaves again when it comes (L7). */
  | { readonly kind: 'awaiting'; readonly event: string; readonly call: CallCommand }
  /** A person is asked whether its call may leave (K15). */
  | { readonly kind: 'permitting'; readonly call: CallCommand }
  /** A script, or a person, says what comes of it (H4, D7). */
  | { readonly kind: 'scripted' }
  /** It asks models in a scope of its own, one call after another (K2). */
  | { readonly kind: 'consulting'; readonly frame: string; readonly consultation: ModelDialogue }
  /** It waits for a signal (L9). */
  | { readonly kind: 'listening' }
  /** A person is asked. */
  | { readonly kind: 'asking' }
  /** An attempt failed; the timer before the next one runs, or will when the run goes on (R19). */
  | { readonly kind: 'retrying' }
  /** A planner is asked; `frame` is the scope that its executor has open meanwhile. */
  | { readonly kind: 'planning'; readonly planning: Planning; readonly frame: string | null }
  /** A model chooses among the plans that were accepted (P3): which of the planner's models, in order. */
  | { readonly kind: 'comparing'; readonly planning: Planning; readonly model: number }
  /** A model judges whether the rest of an executor's plan is worth going on with (P9), or will when the run goes on. */
  | { readonly kind: 'judging'; readonly frame: string }
  /** A model writes the answer of an executor whose plan is done (P10): which of the models that may be asked, in order. */
  | {
      readonly kind: 'answering';
      readonly question: Question;
      readonly models: readonly (string | null)[];
      readonly tried: number;
    }
  /** An executor waits for its plan to be approved (L10); `frame` as above. */
  | {
      readonly kind: 'approving';
      readonly plan: ReadPlan;
      readonly tools: readonly string[];
      readonly frame: string | null;
    }
  /** A machine: what goes on in it are scopes of their own. */
  | { readonly kind: 'machine'; readonly run: MachineRun }
  /** A container with its scope open: for branches and items the frame of all of them. */
  | { readonly kind: 'inside'; readonly frame: string }
  /** A LOOP or RETRY in one of its rounds, which count from 0. */
  | { readonly kind: 'round'; readonly frame: string; readonly round: number }
  /** A RETRY waits before this round. */
  | { readonly kind: 'between'; readonly round: number }
  /** A TRY_CATCH in one of its bodies; in `finally` with what it comes to afterwards (R12). */
  | {
      readonly kind: 'trying';
      readonly frame: string;
      readonly body: 'try' | 'catch' | 'finally';
      readonly outcome: TryOutcome | null;
    }
  /** A container waits for the capability that merges its branches (R21); `frame` as for `inside`. */
  | {
      readonly kind: 'merging';
      readonly frame: string | null;
      readonly capability: string;
      readonly input: Json;
      readonly breaks: Breaks | null;
    };

/** What an END or a `break` ends beyond its own scope (R15, L7). */
export type Breaks = 'plan' | 'run';

/** What a TRY_CATCH comes to when its `finally` has run; `closing` when an END outside of it is on its way (R12). */
export type TryOutcome =
  | { readonly kind: 'succeeded'; readonly result: Json }
  | { readonly kind: 'failed'; readonly error: RunError }
  | { readonly kind: 'closing' };

/** The scope that a node has open while it is busy so. */
export function scopeOpenIn(work: ActivationState): string | null {
  return 'frame' in work ? work.frame : null;
}

/** All scopes that it has open then. */
export function scopesOpenIn(work: ActivationState): readonly string[] {
  if (work.kind === 'machine') return work.run.activities.map(({ frame }) => frame);
  return 'frame' in work && work.frame !== null ? [work.frame] : NO_SCOPES;
}

const NO_SCOPES: readonly string[] = [];

/** Whether they hold what a node calls inside it (K2), or what goes on in its machine, and no nodes of a plan. */
export function callsInside(work: ActivationState | undefined): boolean {
  return work?.kind === 'consulting' || work?.kind === 'machine';
}

/** What a model is asked, whichever it is: with the model's id the input of `model.generate`. */
export interface Question {
  readonly system: string;
  readonly prompt: string;
  /** JSON Schema of the answer; absent where the answer is text. */
  readonly schema?: JsonObject;
}

/** What a call inside a node is for. */
export type Topic =
  /** A model chooses one of some ids; one that names none of them is asked again once (L1). */
  | { readonly kind: 'choice'; readonly ids: readonly string[]; readonly repaired: boolean }
  /** The capability that was chosen is called. */
  | { readonly kind: 'route' }
  /** A model criticises a value, or improves it by that critique; rounds count from 0. */
  | {
      readonly kind: 'critique' | 'improvement';
      readonly goal: string;
      readonly value: Json;
      readonly round: number;
    }
  /** An agent thinks, for the last time without tools (L11). */
  | { readonly kind: 'thought'; readonly agent: AgentState; readonly isLast: boolean }
  /** The tool that it chose is called. */
  | { readonly kind: 'action'; readonly agent: AgentState; readonly action: AgentAction }
  /** A model judges what the agent has reached, or its answer; `isLast` when it has none but this one. */
  | {
      readonly kind: 'verdict';
      readonly agent: AgentState;
      readonly answer?: Json;
      readonly isLast: boolean;
    };

/** What an agent wants to call. */
export interface AgentAction {
  readonly tool: string;
  readonly input: Json;
}

/** Where an AGENT stands in its loop (L11). Plain JSON. */
export interface AgentState {
  readonly goal: string;
  /** What the node is given; absent where it has no input. */
  readonly given?: Json;
  /** How often it has thought, a first action without a thought included. */
  readonly turns: number;
  /** What it saw last, oldest first. */
  readonly observations: readonly string[];
  /** P15: the actions by which foreign text has come to it, forgotten observations included; absent before the first. */
  readonly read?: readonly Address[];
  /** What it wanted and could not have the last time, as canonical JSON: wanted again at once, it fails. */
  readonly refused: string | null;
}

/** Where a node stands that makes calls in a scope of its own (K2), one after another. Plain JSON. */
export interface ModelDialogue {
  readonly topic: Topic;
  /** Null where no model is asked. */
  readonly question: Question | null;
  /** Place in the models that the node may ask, in their order (P5). */
  readonly model: number;
  /** How many calls the attempt has made, the one that is out included: the name of each has it. */
  readonly calls: number;
  /** The leaf of the scope that is open. */
  readonly leaf: NodeOf<'CAPABILITY'>;
}

/** What all calls of one PLANNER ask for; each command adds its call number, model and repair. */
export type PlanRequest = Pick<
  PlanCommand,
  | 'node'
  | 'goal'
  | 'prompt'
  | 'memory'
  | 'tools'
  | 'limits'
  | 'depth'
  | 'text'
  | 'conversation'
  | 'files'
  | 'goalSteps'
  | 'parser'
  | 'subtreeCreator'
>;

type Reply = FactOf<'plan.replied'>;

/** A plan that was accepted and is one of several that were asked for (P3). */
export interface Candidate extends Pick<Reply, 'plan' | 'machine' | 'askAgain' | 'inject'> {
  readonly call: Address;
  /** The raw reply and what it took. */
  readonly reply: string;
  readonly usage: Reply['attempt']['usage'];
  /** Places at which the checks warn: what a plan needs and may not find. */
  readonly warnings: number;
}

/** Where a PLANNER stands in P5: which model, how many repairs, what was tried. Plain JSON. */
export interface Planning {
  /** The planner's address without attempt: its calls are `<base>!n`. */
  readonly base: Address;
  readonly request: PlanRequest;
  readonly flavour: PlannerFlavour;
  readonly use: string | null;
  /** Models in the order in which they are asked; null leaves the choice to the host. */
  readonly models: readonly (string | null)[];
  /** P7: why in that order; null where it is the author's. */
  readonly choice: ModelChoice | null;
  /** P3: how many plans are asked for; the one that is asked for now, from 1; those that were accepted so far. */
  readonly candidates: number;
  readonly candidate: number;
  readonly proposed: readonly Candidate[];
  /** Who chooses among them. */
  readonly ranking: PlanRanking;
  /** Place in `models`. */
  readonly model: number;
  /** Further calls that this model has had. */
  readonly repairs: number;
  readonly maxRepairs: number;
  /** P2 `hybrid`: the rules are asked before any model, or have been; null where no rules come first. */
  readonly rulesFirst: 'asked' | 'answered' | null;
  /** Models have given up: the rule planner is asked (P5). */
  readonly fallback: boolean;
  readonly repair: PlanCommand['repair'];
  /** One sentence for each call that came to nothing. */
  readonly tried: readonly string[];
  /** Whether a model has replied, without a plan that may be taken. */
  readonly replied: boolean;
  /** Whether one has said that there is no plan for the goal. */
  readonly declined: boolean;
  /** What helps against the last model that could not be asked at all. */
  readonly help: string | null;
  /** The plan that it is asked about again; null for a plan to begin with. */
  readonly again: PlanAgain | null;
  /** What a person wants changed of the plan that was proposed last (L10); null where nothing was said. */
  readonly wish: Wish | null;
  readonly planVariable: string;
  readonly resultVariable: string | null;
  /** P15: where what it was asked with came from; absent where nothing of that is foreign. */
  readonly read?: Origins;
}

/** A plan that lay in a variable, and its hash, by which its planner is found (P8). */
export interface ReadPlan {
  readonly body: Body;
  /** The machine that the plan is (M5): then the body is the one step that runs it. Absent where it is a graph. */
  readonly machine?: StateMachinePlan;
  readonly hash: Hash;
}

/** The response that a published event awaits (M2). */
export interface Awaited {
  readonly correlationId: string;
  readonly response: string;
  readonly failure: string;
  /** The event that answered it, where that came from outside and not from its responder. */
  readonly came: Signal | null;
}

/** What an activity of a machine is for, and so what its end is told as. */
export type Purpose =
  | { readonly kind: 'invoke'; readonly id: string }
  | { readonly kind: 'action'; readonly awaited: Awaited }
  /** A published event without a response: its responder is told, and not waited for. */
  | { readonly kind: 'told' }
  /** M5: a model chooses the next event, at most so often in this machine. */
  | { readonly kind: 'choose'; readonly maxActions: number };

/** Something that goes on while a state is active: one node in a scope of its own. Plain JSON. */
export interface Activity {
  /** Id of that scope. */
  readonly frame: string;
  /** The state whose it is; null for the machine's own. */
  readonly state: string | null;
  readonly purpose: Purpose;
  readonly node: PlanNode;
  readonly ports: readonly string[];
  /** Place of its state in the document. */
  readonly order: number;
  /** By which the oldest of several is known (R16). */
  readonly serial: number;
  /** Events that were sent to it before it began. */
  readonly inbox: readonly Signal[];
}

/** Where a machine stands that runs (M1–M5): of a SUB_PLAN, or of a run whose plan is a machine. Plain JSON but `standing`. */
export interface MachineRun {
  readonly plan: string;
  /** What the addresses of its states begin with. */
  readonly place: Address;
  readonly standing: MachineStanding;
  /** The round of each state that was entered: how often before; under `ITSELF` that of a machine that can begin again. */
  readonly rounds: Readonly<Record<string, number>>;
  readonly activities: readonly Activity[];
  /**
   * Addresses of its timers, by the id that the machine knows them by, the oldest first. There are two where a state was
   * entered again without being left, as XState has them.
   */
  readonly timers: Readonly<Record<string, readonly Address[]>>;
  /** Where it hears signals, and which (R16); null where no state listens. */
  readonly listens: { readonly address: Address; readonly events: readonly string[] } | null;
  /** How many signals it has heard, calls it has told, events a model has chosen: numbers of addresses. */
  readonly heard: number;
  readonly told: number;
  readonly chosen: number;
  /** States that were entered, for which a model is yet to be asked (M5). */
  readonly choosing: readonly string[];
  /** Of a machine that a planner made: the result that came last (R21). */
  readonly last?: Json;
  /** Variables that have been assigned (V1). */
  readonly assigned: readonly string[];
  /** M4: it has paused the run at this state. */
  readonly paused: { readonly address: Address; readonly resumeOn: string | null } | null;
}

/** An event that nobody has taken yet (R16). */
export interface Signal {
  readonly event: string;
  readonly data: Json;
}

/** What has brought foreign or personal content (P15). */
interface Origin {
  /** The step that brought it, whatever round, item or attempt of it did; the address of the run for a file that it was given, and for its session. */
  readonly address: Address;
  /** The host that it came from; absent where it came from none, or nobody can tell. */
  readonly host?: string;
}

/** Each of them once, in the order in which they came. */
export type Origins = readonly Origin[];

export const NO_ORIGINS: Origins = [];

/** A step as an origin. */
export function originAt(address: Address, host: string | null): Origin {
  const step = withoutInstances(address);
  return host === null ? { address: step } : { address: step, host };
}

/** All of both; the first as it is where the second adds nothing to it. */
export function union(one: Origins, other: Origins): Origins {
  const more = other.filter((origin) => !one.some((known) => isSameOrigin(known, origin)));
  return more.length === 0 ? one : [...one, ...more];
}

function isSameOrigin(one: Origin, other: Origin): boolean {
  return one.address === other.address && one.host === other.host;
}

/** The addresses of them, each once. */
export function addressesOf(origins: Origins): readonly Address[] {
  return [...new Set(origins.map(({ address }) => address))];
}
