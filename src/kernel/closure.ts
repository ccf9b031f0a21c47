import type {
  CapabilityDescriptor,
  Feature,
  HtnPlanner,
  ModelSpec,
  Parser,
  Plan,
  Policy,
  Prompt,
  RulesPlanner,
} from '#plan';

/** K5: all that a plan refers to, so that the ledger can be read and replayed without its workspace. */
export interface Closure {
  /** The plan that runs is the first. */
  readonly plans: readonly Plan[];
  readonly prompts: readonly Prompt[];
  readonly planners: readonly (RulesPlanner | HtnPlanner)[];
  readonly models: readonly ModelSpec[];
  readonly policies: readonly Policy[];
  readonly capabilities: readonly CapabilityDescriptor[];
  /** Absent where no node has one (L4). */
  readonly features?: readonly Feature[];
  /** Absent where no planner names one (P13). */
  readonly parsers?: readonly Parser[];
}

/** M3: what a machine was started by: its goal event, and how the answer to it is to be published. */
export interface Goal {
  readonly event: string;
  /** Published with `{plan_id, result}` when the machine ends. */
  readonly response?: string;
  readonly correlationId?: string;
}
