import { type Diagnostic, type Hash, type Result, remembered, wilson } from '#base';
import { type CompiledPlan, compile } from '#compile';
import {
  type CapabilityDescriptor,
  type CapabilityPlan,
  type Catalogue,
  type Feature,
  type FileDocument,
  flavourOf,
  type HtnPlanner,
  type ModelSpec,
  type NodeOf,
  type Parser,
  type Plan,
  type PlannerFlavour,
  type Policy,
  type Prompt,
  type RulesPlanner,
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
  /** The hosts behind the connections of its models, by slot, as far as a person had filled them when the run began; absent in old ledgers. */
  readonly hosts?: { readonly [slot: string]: string };
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

const CATALOGUES = new WeakMap<Closure, Catalogue>();

/** The capabilities that a run may use, by id: those that its first fact holds (K5). */
export function catalogueOf(closure: Closure): Catalogue {
  return remembered(CATALOGUES, closure, byId);
}

function byId({ capabilities }: Closure): Catalogue {
  return new Map(capabilities.map((capability) => [capability.id, capability]));
}

const COMPILED = new WeakMap<CapabilityPlan, Result<CompiledPlan, readonly Diagnostic[]>>();

/** A plan of the closure as machines, compiled once however often it is opened. */
export function compiledPlan(plan: CapabilityPlan, hash?: Hash): Result<CompiledPlan, readonly Diagnostic[]> {
  return remembered(COMPILED, plan, () => compile(plan, hash));
}

/** P7: what the person's own attempts say of a model that plans in a flavour, as it stood when the run began. */
export interface ModelMeasure {
  /** Id of the model in this workspace. */
  readonly model: string;
  readonly flavour: PlannerFlavour;
  /** How often it was the first to be asked, and how often its first reply was accepted. */
  readonly tried: number;
  readonly accepted: number;
  /** What these attempts took together; micro-units where the price of each is known. */
  readonly tokens: number;
  readonly microUnits?: number;
}

/** How a model came to be asked first (P7): what is kept with each attempt. */
export interface ModelChoice {
  /** The models in the order in which they are asked, each with what was known of it when the run began. */
  readonly order: readonly RankedModel[];
  /** Whether measures have changed the order that the author gave. */
  readonly isChanged: boolean;
}

interface RankedModel {
  readonly model: string;
  /** How often it was the first to be asked for a plan of this flavour, and how often its first reply was accepted. */
  readonly tried: number;
  readonly accepted: number;
  /** The share of accepted first replies is at least this, with a confidence of 90 %; null where too little is known. */
  readonly atLeast: number | null;
}

/**
 * The models that a node asks, in order (P5): those it names, else those of the workspace; the first and up to
 * `modelRetries` others. Where there is none the host chooses.
 */
export function modelsOf(
  closure: Closure,
  params: { readonly models?: readonly string[] | undefined; readonly modelRetries?: number | undefined },
): readonly (string | null)[] {
  const named = params.models ?? closure.models.map(({ id }) => id);
  const asked = named.slice(0, 1 + (params.modelRetries ?? 2));
  return asked.length > 0 ? asked : [null];
}

/** Below so many attempts the author's order says more than any measure. */
const FEWEST_TRIED = 5;

/**
 * The order in which models are asked (P7): those that were tried often enough by the lower bound of the 90 % interval of
 * Wilson of how often their first reply was accepted, then by what an attempt cost. All others keep the places that their author
 * gave them.
 *
 * @param models ids in the author's order
 * @param measures of the person's own attempts when the run began
 */
export function orderByReliability(
  models: readonly string[],
  flavour: PlannerFlavour,
  measures: readonly ModelMeasure[],
): ModelChoice {
  const known = models.map((model) => ranked(model, flavour, measures));
  const enough = known.filter(({ atLeast }) => atLeast !== null);
  const isPriced = enough.every(({ microUnits }) => microUnits !== null);
  const costOf = ({ microUnits, tokens }: Known): number => (isPriced ? (microUnits ?? 0) : tokens);
  // Equal ones stay in the author's order: sorting is stable.
  const measured = enough.toSorted(
    (one, other) => (other.atLeast ?? 0) - (one.atLeast ?? 0) || costOf(one) - costOf(other),
  );
  let next = 0;
  const order = known.map((one) => (one.atLeast === null ? one : (measured[next++] ?? one)));
  return {
    order: order.map(({ model, tried, accepted, atLeast }) => ({ model, tried, accepted, atLeast })),
    isChanged: order.some(({ model }, place) => model !== models[place]),
  };
}

/** With what one attempt took: in micro-units where all prices are known, and in tokens. */
interface Known extends RankedModel {
  readonly microUnits: number | null;
  readonly tokens: number;
}

function ranked(model: string, flavour: PlannerFlavour, measures: readonly ModelMeasure[]): Known {
  const found = measures.find((one) => one.model === model && one.flavour === flavour);
  const { tried = 0, accepted = 0, microUnits, tokens = 0 } = found ?? {};
  const [low] = wilson(accepted, tried, 0.9);
  return {
    model,
    tried,
    accepted,
    atLeast: tried < FEWEST_TRIED ? null : low,
    microUnits: microUnits === undefined ? null : microUnits / tried,
    tokens: tokens / Math.max(1, tried),
  };
}

/** The models that a PLANNER asks, in the order of its author or of how well they have planned (P7), and why. */
export function plannerModels(
  { closure, measures }: { readonly closure: Closure; readonly measures?: readonly ModelMeasure[] },
  node: NodeOf<'PLANNER'>,
): { readonly models: readonly (string | null)[]; readonly choice: ModelChoice | null } {
  const params = node.params ?? {};
  const named = params.models ?? closure.models.map(({ id }) => id);
  if (measures === undefined || named.length < 2 || params.modelOrder === 'author')
    return { models: modelsOf(closure, params), choice: null };
  const flavour = flavourOf(node, closure.models.length > 0);
  const asked = flavour === 'hybrid' ? 'llm' : flavour;
  const choice = orderByReliability(named, asked, measures);
  const models = choice.order.map(({ model }) => model);
  return { models: modelsOf(closure, { ...params, models }), choice };
}
