import { type Address, type Diagnostic, err, isWithin, ok, problem, type Result, ROOT, within } from '#base';
import {
  type Asking,
  type AskingEdit,
  allNodes,
  allStates,
  apply,
  askingAt,
  askingOf,
  askingOfState,
  type CapabilityPlan,
  type Edit,
  flavourOf,
  invocationId,
  type ModelSpec,
  type PlanNode,
  readNode,
  readState,
  type State,
  type StateAsking,
  type StateMachinePlan,
  type Workspace,
  withAsking,
  withAskingAt,
} from '#plan';
import { builtInPrompt } from '#planner';
import { type MadePlan, madePlanIn, workspaceWith } from './madePlans';

/** A step of a plan, or a state, that asks a model in words of its own: a fork can edit those, and the model (D3). */
interface AskingStep {
  /** Where it runs, without rounds of the plan that has it: it is the same step in each of them. */
  readonly address: Address;
  /** Whether it runs once at most: it lies in no round, and is no state, which may be entered again. */
  readonly isSingle: boolean;
  /** The plan that it stands in. */
  readonly plan: string;
  readonly owner: Owner;
  readonly prompt: string;
  /** The models that it names; where it names none, those of the workspace are asked. */
  readonly models: readonly string[];
  /** The scope of the plan that a planner made, where it lies in one; null where the workspace has all that is around it. */
  readonly made: Address | null;
}

/** Whose definition has the words. */
type Owner =
  | { readonly kind: 'node'; readonly node: PlanNode }
  | { readonly kind: 'state'; readonly state: State; readonly asking: StateAsking };

/** What is edited of the steps that ask models; those of one step go together. */
export interface AskingEdits {
  readonly prompts?: readonly { readonly step: Address; readonly text: string }[];
  readonly models?: readonly { readonly step: Address; readonly model: string }[];
  /** Models that the workspace does not have, and that may be named here. */
  readonly ownModels?: readonly ModelSpec[];
}

/**
 * All of them in a plan and in the sub-plans that it runs, in document order, then those of the plans that planners made for it.
 *
 * @param made `madePlans`
 */
export function askingSteps(
  workspace: Workspace,
  plan: string,
  made: readonly MadePlan[] = [],
): readonly AskingStep[] {
  const opened = { isSingle: true, opened: [] };
  return [
    ...stepsIn(workspace, { plan, around: ROOT, made: null, ...opened }),
    ...made.flatMap((one) => {
      const { workspace: around, id } = workspaceWith(workspace, one);
      return stepsIn(around, { plan: id, around: one.scope, made: one.scope, ...opened });
    }),
  ];
}

interface Place {
  readonly plan: string;
  /** The address of what runs it. */
  readonly around: Address;
  readonly isSingle: boolean;
  readonly made: Address | null;
  /** The plans around it: one that runs itself is looked at once. */
  readonly opened: readonly string[];
}

function stepsIn(workspace: Workspace, place: Place): readonly AskingStep[] {
  const found = workspace.plans.find(({ id }) => id === place.plan);
  if (found === undefined || place.opened.includes(found.id)) return [];
  return found.kind === 'capability'
    ? stepsOfNodes(workspace, found, place)
    : stepsOfStates(workspace, found, place);
}

function stepsOfNodes(workspace: Workspace, plan: CapabilityPlan, place: Place): readonly AskingStep[] {
  const repeated = new Set<string>();
  return [...allNodes(plan)].flatMap(({ node, bodies, path }) => {
    if (REPEATS.has(node.type)) repeated.add(node.id);
    const address = `${place.around}/${[...bodies, node.id].join('/')}` as Address;
    const isSingle = place.isSingle && !path.some((id) => repeated.has(id));
    if (node.type === 'SUB_PLAN')
      return stepsIn(workspace, { ...insideOf(place, node.params.plan), around: address, isSingle });
    const asking = askingOf(node, workspace.models.length > 0);
    const prompt = asking === null ? null : promptOf(asking, node, workspace);
    if (asking === null || prompt === null) return [];
    const owner = { kind: 'node', node } as const;
    return [{ address, isSingle, plan: plan.id, owner, prompt, models: asking.models, made: place.made }];
  });
}

/** States that ask, and the plans that they invoke or that answer them (M2). */
function stepsOfStates(workspace: Workspace, plan: StateMachinePlan, place: Place): readonly AskingStep[] {
  const { responders = [] } = plan;
  return [...allStates(plan.states)].flatMap((state) => {
    const at = within(place.around, state.id);
    const own = askingOfState(state, responders).flatMap((asking) => {
      const { prompt, models } = askingAt(state, asking);
      if (typeof prompt !== 'string') return [];
      const address = asking.invocation === null ? at : within(at, asking.invocation);
      const owner = { kind: 'state', state, asking } as const;
      return [{ address, isSingle: false, plan: plan.id, owner, prompt, models, made: place.made }];
    });
    const called = [
      ...(state.invoke ?? []).map((one, index) => ({ id: one.id ?? invocationId(index), plan: one.plan })),
      ...responders.filter(({ request }) => request === state.action?.event),
    ];
    const inside = called.flatMap(({ id, plan: inner }) =>
      inner === undefined
        ? []
        : stepsIn(workspace, { ...insideOf(place, inner), around: within(at, id), isSingle: false }),
    );
    return [...own, ...inside];
  });
}

function insideOf({ opened, plan, made }: Place, inner: string): Pick<Place, 'plan' | 'opened' | 'made'> {
  return { plan: inner, made, opened: [...opened, plan] };
}

/** What runs its nodes once for each round or item. */
const REPEATS: ReadonlySet<PlanNode['type']> = new Set<PlanNode['type']>(['ITERATOR', 'LOOP', 'RETRY']);

function promptOf({ prompt }: Asking, node: PlanNode, { prompts, models }: Workspace): string | null {
  if (typeof prompt === 'string') return prompt;
  if (prompt !== null) return prompts.find(({ id }) => id === prompt.prompt)?.text ?? null;
  return node.type === 'PLANNER' ? builtInPrompt(flavourOf(node, models.length > 0)).text : null;
}

/** What a fork goes on with: the workspace, and the plans that planners made. */
interface EditedPlans {
  readonly workspace: Workspace;
  readonly made: readonly MadePlan[];
}

/**
 * A workspace in which steps of a plan ask in other words, or another model, and the plans that were made for it, likewise. Where a
 * sub-plan runs in several places, it is edited in all of them.
 *
 * @returns `STEP_ASKS_NO_MODEL` for a step without words of its own, `MODEL_UNKNOWN` for a model that is not in the workspace
 */
export function editAsking(
  { workspace, made }: EditedPlans,
  plan: string,
  { prompts = [], models = [], ownModels = [] }: AskingEdits,
): Result<EditedPlans, readonly Diagnostic[]> {
  const asked = ownModels.filter(({ id }) => models.some(({ model }) => model === id));
  let edited: EditedPlans = { workspace: { ...workspace, models: [...workspace.models, ...asked] }, made };
  for (const { step, prompt, model } of [
    ...prompts.map(({ step, text }) => ({ step, prompt: text, model: undefined })),
    ...models.map((one) => ({ ...one, prompt: undefined })),
  ]) {
    const place = placeIn(step, made);
    const found = askingSteps(edited.workspace, plan, edited.made).find(({ address }) => address === place);
    if (found === undefined) return err([asksNoModel(step)]);
    if (model !== undefined && !edited.workspace.models.some(({ id }) => id === model))
      return err([unknownModel(model, edited.workspace)]);
    const edit = editOf(found, { prompt, model });
    if (!edit.ok) return edit;
    const applied = applyTo(edited, found, edit.value);
    if (!applied.ok) return applied;
    edited = applied.value;
  }
  return ok(edited);
}

function applyTo(
  { workspace, made }: EditedPlans,
  step: AskingStep,
  edit: Edit,
): Result<EditedPlans, readonly Diagnostic[]> {
  const inside = made.find(({ scope }) => scope === step.made);
  const around = inside === undefined ? workspace : workspaceWith(workspace, inside).workspace;
  const applied = apply(around, edit);
  if (!applied.ok) return err([applied.problem].flat());
  const edited = applied.value.workspace;
  if (inside === undefined) return ok({ workspace: edited, made });
  return ok({ workspace, made: made.map((one) => (one === inside ? madePlanIn(edited, one) : one)) });
}

function editOf({ plan, owner }: AskingStep, edit: AskingEdit): Result<Edit, readonly Diagnostic[]> {
  if (owner.kind === 'node') {
    const to = readNode(withAsking(owner.node, edit));
    return to.ok ? ok({ edit: 'update-node', plan, node: owner.node.id, to: to.value }) : to;
  }
  const to = readState(withAskingAt(owner.state, owner.asking, edit));
  return to.ok ? ok({ edit: 'update-state', plan, state: owner.state.id, to: to.value }) : to;
}

/** The address of a step without the rounds that it lies in; a plan that was made in a round is that of this round. */
export function placeIn(step: Address, made: readonly MadePlan[]): Address {
  const scopes = made.map(({ scope }) => scope).filter((scope) => isWithin(step, scope));
  const inner = scopes.reduce((longest, scope) => (scope.length > longest.length ? scope : longest), ROOT);
  return `${inner}${step.slice(inner.length).replace(/\[\d+\]/g, '')}` as Address;
}

function asksNoModel(step: Address): Diagnostic {
  const isMade = step.includes('@');
  return problem(
    'STEP_ASKS_NO_MODEL',
    isMade
      ? `No open plan of the run has a step ${step} that asks a model in words of its own.`
      : `The step ${step} asks no model in words of its own.`,
    isMade
      ? 'Choose one that asks a model, at a position where its plan is open; of a plan that a person had edited, edit the input.'
      : 'Choose a planner or a step that asks a model; a step that takes its prompt from elsewhere is given another input.',
  );
}

function unknownModel(model: string, { models }: Workspace): Diagnostic {
  const known = models.map(({ id }) => id).join(', ') || 'none';
  return problem('MODEL_UNKNOWN', `There is no model "${model}".`, `Its models are: ${known}.`);
}
