import { wilson } from '#base';
import { flavourOf, type NodeOf, type PlannerFlavour } from '#plan';
import { type ModelChoice, type ModelMeasure, modelsOf, type RankedModel } from './closure';
import type { RunStarted } from './fact';

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

/**
 * The models that a PLANNER asks, in order (P5, P7), and why: those it names, else those of the workspace; the first and up to
 * `modelRetries` others.
 */
export function plannerModels(
  { closure, measures }: RunStarted,
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
