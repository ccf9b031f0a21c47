import type { Json, JsonObject, PersistentMap } from '#base';

/** What a machine hears. User events never meet XState's or ours: they are compiled to `ev.<type>` (C4). */
export type MachineEvent =
  | { readonly kind: 'user'; readonly type: string; readonly data: Json }
  /** The response, or failure, of the action of this state has come (M2). */
  | {
      readonly kind: 'response';
      readonly state: string;
      readonly type: string;
      readonly data: Json;
      readonly failed: boolean;
    }
  /** An invocation of this state has ended; null for one of the machine itself. */
  | { readonly kind: 'done'; readonly state: string | null; readonly id: string; readonly output: Json }
  | {
      readonly kind: 'failed';
      readonly state: string | null;
      readonly id: string;
      readonly error: { readonly code: string; readonly message: string };
    }
  /** M4: the paused plan goes on with this input, by `resume` or by the event that its pause has named. */
  | { readonly kind: 'resume'; readonly type: string; readonly data: Json }
  /** A timer that an effect `timer` has asked for. */
  | { readonly kind: 'timer'; readonly id: string };

/** What a machine did, and what it asks for, in order. It has done none of it itself. */
export type MachineEffect =
  | { readonly kind: 'left'; readonly state: string }
  /** `path` is the transition in its state: `/on/0`, `/after/1`, `/invoke/0/onDone/0`, `/defaultNext`. */
  | { readonly kind: 'taken'; readonly state: string | null; readonly path: string }
  | { readonly kind: 'entered'; readonly state: string }
  /** The machine itself is entered, at first or again; only told of one that can begin again. */
  | { readonly kind: 'began' }
  | { readonly kind: 'assigned'; readonly variable: string; readonly value: Json }
  | { readonly kind: 'result'; readonly state: string; readonly value: Json }
  /** M1: starts a capability or a plan, which answers with `done` or `failed`. */
  | {
      readonly kind: 'invoke';
      readonly state: string | null;
      readonly id: string;
      readonly capability: string | null;
      readonly plan: string | null;
      readonly input: Json;
    }
  | { readonly kind: 'stop'; readonly state: string | null; readonly id: string }
  /** M2: a state's action: an event for responders, which awaits a response. */
  | {
      readonly kind: 'publish';
      readonly state: string;
      readonly event: string;
      readonly data: Json;
      readonly response: string | null;
      readonly failure: string | null;
    }
  /** The state whose action still waited was left: its response goes nowhere. */
  | { readonly kind: 'unpublish'; readonly state: string }
  | { readonly kind: 'call'; readonly capability: string; readonly input: Json }
  | { readonly kind: 'timer'; readonly id: string; readonly delayMs: number }
  | { readonly kind: 'untimer'; readonly id: string }
  | { readonly kind: 'send'; readonly to: string; readonly event: string; readonly data: Json }
  | { readonly kind: 'emit'; readonly event: string; readonly data: Json }
  | { readonly kind: 'log'; readonly message: Json; readonly label: string | null }
  /** M4: the plan is to be paused here. */
  | {
      readonly kind: 'pause';
      readonly state: string;
      readonly reason: string | null;
      readonly resumeOn: string | null;
    }
  /** M3: the machine has ended; `state` is the final state of its root. */
  | {
      readonly kind: 'done';
      readonly state: string | null;
      readonly outcome: 'completed' | 'failed';
      readonly output: Json;
    };

/** Where a machine stands: a value, and JSON but for the persistent map (`persistStanding`). */
export interface MachineStanding {
  readonly status: 'active' | 'done' | 'failed';
  /** All active states, outermost first, then document order. */
  readonly configuration: readonly string[];
  /** As XState writes it, with ids of ours: `"idle"`, `{"working": {"left": "a", "right": "b"}}`. */
  readonly value: Json;
  readonly tags: readonly string[];
  readonly variables: PersistentMap<Json>;
  /** M3: what states have come to, by state, besides `user_input` and `final`. */
  readonly results: JsonObject;
  readonly goalData: Json;
  /** Of XState: opaque outside of `statechart/`. */
  readonly snapshot: Json;
}

/** One event taken whole (a macrostep), with all that it caused. */
export interface MachineTurn {
  readonly standing: MachineStanding;
  readonly effects: readonly MachineEffect[];
  /** Whether any transition was taken, or the event was of use otherwise. */
  readonly handled: boolean;
  /** An expression could not be evaluated, or eventless transitions did not come to rest: the standing is as before. */
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Guards that were asked and have neither an answer nor a meaning (M7): they were taken to say no. */
  readonly unanswered: readonly string[];
}

/** How guards that are only names are answered (M7); one that is not there, and not in `guards`, is no. */
export type GuardAnswers = Readonly<Record<string, boolean>>;

/** What the types of events of others are compiled to, so that they never meet XState's or ours (C4). */
const USER = 'ev.';

/** `go` → `ev.go`, `order.*` → `ev.order.*`, `*` → `ev.*`. */
export function compiledType(descriptor: string): string {
  return `${USER}${descriptor}`;
}

/** The author's type of a compiled one; XState's and ours are as they are. */
export function authoredType(type: string): string {
  return type.startsWith(USER) ? type.slice(USER.length) : type;
}

/** M2: the response of a state's action has come, and no transition matched. */
export function defaultType(state: string): string {
  return `default.${state}`;
}

/** A timer that an `after` starts: of all transitions with this delay, named by the first. */
export function afterTimer(state: string | null, path: string): string {
  return `${state ?? ''}!after-${path.slice('/after/'.length)}`;
}

/** A timer has fired. */
export function timerType(timer: string): string {
  return `timer.${timer}`;
}

/** An invocation of a state has completed; null stands for the machine itself. */
export function doneType(state: string | null, invocation: string): string {
  return `done.${state ?? ''}!${invocation}`;
}

/** An invocation has failed. */
export function failedType(state: string | null, invocation: string): string {
  return `failed.${state ?? ''}!${invocation}`;
}
