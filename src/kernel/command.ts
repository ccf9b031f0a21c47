import {
  type Address,
  type Diagnostic,
  type Hash,
  type Json,
  type JsonObject,
  timeOf,
  withoutAttempt,
} from '#base';
import type { Body, Effect, GoalSteps, PlanLimits, PlannerFlavour, StateMachinePlan } from '#plan';
import type { ModelChoice } from './closure';
import type { RunError } from './fact';

/**
 * What the kernel asks the outside to do. A command leaves only after the commit that holds it is durable (K3);
 * `address` is its identity, the idempotency key with the run id, and what the answering fact names.
 */
export type Command =
  /** Call a capability. `input` is resolved. */
  | {
      readonly kind: 'call';
      readonly address: Address;
      readonly capability: string;
      readonly input: Json;
      readonly effect: Effect;
      readonly idempotent: boolean;
      /** It asked to wait for a signal, which has come (L7): `turn` counts its returns from 1. */
      readonly again?: { readonly payload: Json; readonly turn: number };
    }
  /** Tell an observer (L4): call a capability whose end nobody waits for, and no fact answers. */
  | {
      readonly kind: 'observe';
      readonly address: Address;
      readonly capability: string;
      readonly input: Json;
    }
  /** Evaluate JSONata over the variables: its evaluation is asynchronous (V3). */
  | {
      readonly kind: 'evaluate';
      readonly address: Address;
      readonly expression: string;
      readonly variables: JsonObject;
    }
  /** Ask a planner once (K2): `call` counts all calls of this node from 1. */
  | PlanCommand
  /** Wait for a person. */
  | {
      readonly kind: 'wait';
      readonly address: Address;
      /** `resume`: a machine has paused the run, and takes the answer as its input (M4). */
      readonly for: 'answer' | 'approval' | 'resume';
      readonly message: string;
      /** JSON Schema of the form's fields, `null` where there is no form. */
      readonly schema: JsonObject | null;
      readonly decisions: readonly { readonly id: string; readonly label: string }[];
      /** The call that asks for leave (K15); absent for every other wait. */
      readonly call?: AskingCall;
    }
  /** Wait for a signal; `events` are ports with the signals that take them (R16). */
  | {
      readonly kind: 'listen';
      readonly address: Address;
      readonly events: readonly { readonly id: string; readonly event: string }[];
    }
  | {
      readonly kind: 'timer';
      readonly address: Address;
      readonly afterMs: number;
      readonly purpose: 'timeout' | 'retry' | 'delay';
      /** A server has asked for this time: nothing here works meanwhile, so the run reads waiting (D6). */
      readonly for?: 'server';
    }
  /** The same until a time, written as RFC 3339 does. */
  | {
      readonly kind: 'timer';
      readonly address: Address;
      readonly until: string;
      readonly purpose: 'until';
    }
  /** Withdraw the open command of that address: abort a call, drop a timer or a wait. */
  | { readonly kind: 'cancel'; readonly address: Address };

/** A call that waits for leave, with the hash that its approval is bound to (T7). */
export interface AskingCall {
  readonly capability: string;
  readonly effect: Effect;
  readonly input: Json;
  readonly hash: Hash;
  /** Where foreign text came from that whoever chose the call had read (P15); absent where none had. */
  readonly origins?: readonly Address[];
  /** The host that it goes to (P15); absent where it goes to none, that cannot be told, or in old ledgers. */
  readonly host?: string;
  /** The arguments that are made of foreign or personal content (P15); absent where none is. */
  readonly carries?: readonly CarriedArgument[];
}

/** An argument of a call, and where what it is made of came from (P15). */
export interface CarriedArgument {
  /** Its name; absent where the input is one value. */
  readonly argument?: string;
  readonly from: readonly Address[];
}

/** One message of a conversation before a planner was asked (P14). */
export interface SaidBefore {
  readonly role: 'user' | 'agent' | 'tool';
  readonly text: string;
}

export interface PlanCommand {
  readonly kind: 'plan';
  readonly address: Address;
  readonly node: string;
  readonly call: number;
  readonly flavour: PlannerFlavour;
  /** Id of the planner document or capability that the node names with `use`. */
  readonly use: string | null;
  /** Id of the model to ask; null for planners without one, or when the host shall choose. */
  readonly model: string | null;
  /** P3: which of several plans is asked for, from 1; absent where one is. */
  readonly candidate?: number;
  /** P7: how the model was chosen; absent where nothing was measured. */
  readonly choice?: ModelChoice;
  /** The goal with its holes filled. */
  readonly goal: string;
  /** Text or id of the prompt; null for the built-in one. */
  readonly prompt: string | { readonly prompt: string } | null;
  readonly memory: JsonObject;
  /** Ids of the capabilities that this plan may name (P8), already resolved against the catalogue. */
  readonly tools: readonly string[];
  readonly limits: Required<PlanLimits>;
  /** How many planners this one lies inside: 0 in the plan that was started (case E5). */
  readonly depth: number;
  /** The variables at this moment. */
  readonly variables: JsonObject;
  /** Names of the variables that the plan's nodes may write. */
  readonly writable: readonly string[];
  /** P14: what was said before the goal, oldest first; absent where nothing was. */
  readonly conversation?: readonly SaidBefore[];
  /** P14: documents by their ids, and handles; absent where the node names none. */
  readonly files?: readonly Json[];
  /** P14: absent where steps are no goals. */
  readonly goalSteps?: GoalSteps;
  /** The text to read instead of asking (interpret only). */
  readonly text: string | null;
  /** Id of what makes a plan of the raw reply; absent for the reading of P4 (P13). */
  readonly parser?: string;
  /** Id of the capability that makes steps of the raw reply, and variables with them (P13). */
  readonly subtreeCreator?: string;
  /** The last refused reply and its problems, when this call is a repair (P5). */
  readonly repair: { readonly reply: string; readonly problems: readonly Diagnostic[] } | null;
  /** Why the planner of a plan that runs already is asked again; absent at first. */
  readonly again?: PlanAgain;
  /** What the person who decides about the plan wants changed; absent where nothing was said (L10). */
  readonly wish?: Wish;
}

/** A plan that was proposed, perhaps edited since, and how a person wants it changed, in their own words (D9). */
export interface Wish {
  readonly plan: Body | StateMachinePlan;
  readonly text: string;
}

/** A planner is asked again about the plan that it made (P2, P9, P12): the ledger tells what has become of its steps. */
export interface PlanAgain {
  /** Whose scope holds the plan: `/execute`, with revision 2 in `/execute@2`. */
  readonly executor: Address;
  /** The revision that is to be followed by another. */
  readonly revision: number;
  /** The step whose failure is the reason; absent where the planner is asked for what comes next. */
  readonly failed?: { readonly step: string; readonly error: RunError };
  /** Why what has not started may be dropped or changed (P9); absent where the planner only adds to the plan. */
  readonly doubt?: Doubt;
}

export type CommandKind = Command['kind'];

export type CallCommand = Extract<Command, { kind: 'call' }>;
export type TimerCommand = Extract<Command, { kind: 'timer' }>;

/**
 * When a timer is due, in milliseconds since the Unix epoch.
 *
 * @param issuedAt when the commit that holds it was made, in the same measure
 */
export function dueAt(timer: TimerCommand, issuedAt: number): number {
  return timer.purpose === 'until' ? (timeOf(timer.until) ?? issuedAt) : issuedAt + timer.afterMs;
}

/**
 * Whether a timer ends a wait and is no reason to call the run busy (D6): a timeout, and a delayed transition of a
 * machine, which is how its author bounds the waiting of a state. A DELAY and a retry are what the run does next.
 */
export function isBound({ purpose, address }: TimerCommand): boolean {
  return purpose === 'timeout' || (purpose === 'delay' && isOfMachine(address));
}

/** Whether a server has asked for the time that this timer takes. */
export function isForServer(command: Command): boolean {
  return command.kind === 'timer' && 'for' in command && command.for === 'server';
}

/** Timers of machines stand at a state or a plan, those of nodes at an attempt (K11). */
function isOfMachine(address: Address): boolean {
  return withoutAttempt(address) === address.slice(0, address.indexOf('!'));
}

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
