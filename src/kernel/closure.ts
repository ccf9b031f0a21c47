import type {
  CapabilityDescriptor,
  Feature,
  FileDocument,
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
  /** Documents that it may read, by what is in them (W8); absent where there are none, and in old ledgers. */
  readonly documents?: readonly FileDocument[];
  /** Ids of what was there besides, which no plan here may call; absent where no plan can be proposed, and in old ledgers. */
  readonly otherCapabilities?: readonly string[];
}

/**
 * P8: what was there when the run began and is not among the tools of a plan.
 *
 * @param unsaid what there was besides where an old ledger does not say it
 */
export function forbiddenBy(
  { capabilities, otherCapabilities }: Closure,
  tools: ReadonlySet<string>,
  unsaid: Iterable<string> | null = null,
): ReadonlySet<string> {
  const others = otherCapabilities ?? unsaid;
  if (others === null) return new Set();
  const ids = [...capabilities.map(({ id }) => id), ...others];
  return new Set(ids.filter((id) => !tools.has(id)));
}

/** M3: what a machine was started by: its goal event, and how the answer to it is to be published. */
export interface Goal {
  readonly event: string;
  /** Published with `{plan_id, result}` when the machine ends. */
  readonly response?: string;
  readonly correlationId?: string;
}
