import type { Json } from '#base';
import type { MachineAction } from '#plan';

/** Actions of the document, their fields as parameters; event types that are raised are compiled (C4). */
type AuthoredAction<Action = MachineAction> = Action extends MachineAction
  ? { readonly type: Action['type']; readonly params: Omit<Action, 'type' | 'source'> }
  : never;

/** What a state's action and pause are compiled to (M2, M4). */
type StateActionConfig =
  | {
      readonly type: 'publish';
      readonly params: {
        readonly state: string;
        readonly event: string;
        readonly data: Json;
        readonly response: string | null;
        readonly failure: string | null;
      };
    }
  | { readonly type: 'unpublish'; readonly params: { readonly state: string } }
  | {
      readonly type: 'pause';
      readonly params: {
        readonly state: string;
        readonly reason: string | null;
        readonly resumeOn: string | null;
      };
    };

/** An action by its name, with parameters that are JSON. */
export type ChartAction = AuthoredAction | StateActionConfig;

/** A condition in CEL. */
export type ChartGuard = { readonly type: 'when'; readonly params: { readonly when: string } };

export type ChartTransition = {
  readonly target?: string | readonly string[];
  readonly guard?: ChartGuard;
  readonly actions?: readonly ChartAction[];
  readonly reenter?: boolean;
  /** Where it is written in its state: `/on/0`. */
  readonly meta: { readonly path: string };
};

export type ChartTransitions = { readonly [descriptor: string]: readonly ChartTransition[] };

export type ChartInvocation = {
  readonly id: string;
  /** `capability:<id>` or `plan:<id>`. */
  readonly src: string;
  readonly input?: Json;
  readonly onDone?: readonly ChartTransition[];
  readonly onError?: readonly ChartTransition[];
};

export type ChartState = {
  readonly id: string;
  readonly type?: 'parallel' | 'final' | 'history';
  readonly history?: 'shallow' | 'deep';
  readonly target?: string | readonly string[];
  readonly initial?: { readonly target: string; readonly actions?: readonly ChartAction[] };
  readonly tags?: readonly string[];
  readonly entry?: readonly ChartAction[];
  readonly exit?: readonly ChartAction[];
  readonly invoke?: readonly ChartInvocation[];
  readonly on?: ChartTransitions;
  readonly always?: readonly ChartTransition[];
  /** By milliseconds, or by `delay.<name>`. */
  readonly after?: ChartTransitions;
  readonly onDone?: readonly ChartTransition[];
  readonly output?: Json;
  readonly states?: { readonly [key: string]: ChartState };
};

/**
 * A state machine of the author as an XState v5 configuration: plain JSON that holds names only (C1). Its keys are the
 * ids of the document, which are safe as keys and as targets. Guards are `when` with a condition in CEL; actions are
 * those of the document, `publish`, `unpublish` and `pause`; `output` and `input` are templates. What these names do is
 * given once for all machines.
 */
export type ChartConfig = ChartState & { readonly options: { readonly maxIterations: number } };
