import { type Address, type Diagnostic, err, ok, problem, type Result } from '#base';
import {
  type Asking,
  allNodes,
  apply,
  askingOf,
  flavourOf,
  type PlanNode,
  readNode,
  type Workspace,
  withAsking,
} from '#plan';
import { builtInPrompt } from '#planner';

/** A step of a plan that asks a model in words of its own: a fork can edit those, and the model (D3). */
export interface AskingStep {
  /** Where it runs, without rounds: it is the same step in each of them. */
  readonly address: Address;
  /** Whether it runs once at most: it lies in no round. */
  readonly isSingle: boolean;
  /** The plan that it stands in. */
  readonly plan: string;
  readonly node: PlanNode;
  readonly prompt: string;
  /** The models that it names; where it names none, those of the workspace are asked. */
  readonly models: readonly string[];
}

/** What is edited of the steps that ask models; those of one step go together. */
export interface AskingEdits {
  readonly prompts?: readonly { readonly step: Address; readonly text: string }[];
  readonly models?: readonly { readonly step: Address; readonly model: string }[];
}

/** All of them in a plan and in the sub-plans that it runs, in document order. */
export function askingSteps(workspace: Workspace, plan: string): readonly AskingStep[] {
  return stepsIn(workspace, { plan, around: '', isSingle: true, opened: [] });
}

interface Place {
  readonly plan: string;
  /** The address of the SUB_PLAN that runs it. */
  readonly around: string;
  readonly isSingle: boolean;
  /** The plans around it: one that runs itself is looked at once. */
  readonly opened: readonly string[];
}

function stepsIn(workspace: Workspace, { plan, around, isSingle, opened }: Place): readonly AskingStep[] {
  const found = workspace.plans.find(({ id }) => id === plan);
  if (found?.kind !== 'capability' || opened.includes(plan)) return [];
  const repeated = new Set<string>();
  return [...allNodes(found)].flatMap(({ node, bodies, path }) => {
    if (REPEATS.has(node.type)) repeated.add(node.id);
    const address = `${around}/${[...bodies, node.id].join('/')}` as Address;
    const once = isSingle && !path.some((id) => repeated.has(id));
    if (node.type === 'SUB_PLAN') {
      const place = { plan: node.params.plan, around: address, isSingle: once, opened: [...opened, plan] };
      return stepsIn(workspace, place);
    }
    const asking = askingOf(node, workspace.models.length > 0);
    const prompt = asking === null ? null : promptOf(asking, node, workspace);
    if (asking === null || prompt === null) return [];
    return [{ address, isSingle: once, plan, node, prompt, models: asking.models }];
  });
}

/** What runs its nodes once for each round or item. */
const REPEATS: ReadonlySet<PlanNode['type']> = new Set<PlanNode['type']>(['ITERATOR', 'LOOP', 'RETRY']);

function promptOf({ prompt }: Asking, node: PlanNode, { prompts, models }: Workspace): string | null {
  if (typeof prompt === 'string') return prompt;
  if (prompt !== null) return prompts.find(({ id }) => id === prompt.prompt)?.text ?? null;
  return node.type === 'PLANNER' ? builtInPrompt(flavourOf(node, models.length > 0)).text : null;
}

/**
 * A workspace in which steps of a plan ask in other words, or another model. Where a sub-plan runs in several places, it is edited in all
 * of them.
 *
 * @returns `STEP_ASKS_NO_MODEL` for a step without words of its own, `MODEL_UNKNOWN` for a model that is not in the workspace
 */
export function editAsking(
  workspace: Workspace,
  plan: string,
  { prompts = [], models = [] }: AskingEdits,
): Result<Workspace, readonly Diagnostic[]> {
  let edited = workspace;
  for (const { step, prompt, model } of [
    ...prompts.map(({ step, text }) => ({ step, prompt: text, model: undefined })),
    ...models.map((one) => ({ ...one, prompt: undefined })),
  ]) {
    const found = askingSteps(edited, plan).find(({ address }) => address === withoutRounds(step));
    if (found === undefined) return err([asksNoModel(step)]);
    if (model !== undefined && !workspace.models.some(({ id }) => id === model))
      return err([unknownModel(model, workspace)]);
    const to = readNode(withAsking(found.node, { prompt, model }));
    if (!to.ok) return to;
    const applied = apply(edited, {
      edit: 'update-node',
      plan: found.plan,
      node: found.node.id,
      to: to.value,
    });
    if (!applied.ok) return err([applied.problem].flat());
    edited = applied.value.workspace;
  }
  return ok(edited);
}

/** The address of a step without the rounds that it lies in. */
export function withoutRounds(step: Address): Address {
  return step.replace(/\[\d+\]/g, '') as Address;
}

function asksNoModel(step: Address): Diagnostic {
  const isMade = step.includes('@');
  return problem(
    'STEP_ASKS_NO_MODEL',
    isMade
      ? `The step ${step} was planned in the run, so the plan has no prompt and no model of it.`
      : `The step ${step} asks no model in words of its own.`,
    isMade
      ? 'Edit its input, or the prompt of its planner.'
      : 'Choose a planner or a step that asks a model; a step that takes its prompt from elsewhere is given another input.',
  );
}

function unknownModel(model: string, { models }: Workspace): Diagnostic {
  const known = models.map(({ id }) => id).join(', ') || 'none';
  return problem('MODEL_UNKNOWN', `There is no model "${model}".`, `Its models are: ${known}.`);
}
