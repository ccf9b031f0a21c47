import { mintId, present } from '#base';
import type { CapabilityPlan, Edit, Place, Plan, PlanNode, Workspace } from '#plan';
import { cutText } from '#projection';
import type { Editor } from './editor';

/** A new plan with the places of its nodes. */
interface PlacedPlan {
  readonly plan: CapabilityPlan;
  readonly layout: Readonly<Record<string, Place>>;
}

export interface SentenceOptions {
  /** Ids of the models that plan, first choice first. */
  readonly models?: readonly string[];
  /** The first model of the run plans, whichever that is: the person's default where the workspace has none (W7). */
  readonly byModel?: boolean;
  /** What was chosen to plan, and why: it stands in the plan's description. */
  readonly why?: string;
}

const QUESTION = 'question';
const GOAL = `{{ ${QUESTION} }}`;
const TOOLS = ['table.*', 'documents.*', 'text.*'];

/**
 * E8: the plan that a sentence becomes: START → PLANNER → PLAN_EXECUTOR → END, whose question is the sentence. Tables and
 * documents that are there are asked by the built-in task planner; where a caller says so a model plans instead, and its
 * steps stream.
 *
 * @example planForSentence('Which regions grew most?', workspace).plan.variables[0].default
 */
export function planForSentence(
  sentence: string,
  workspace: Workspace,
  options: SentenceOptions = {},
): PlacedPlan {
  const question = sentence.trim();
  const id = mintId('plan', new Set(workspace.plans.map((plan) => plan.id)));
  const { params, tools } = plannerFor(options);
  const plan: CapabilityPlan = {
    id,
    kind: 'capability',
    name: nameFor(question),
    ...present({ description: options.why }),
    variables: [
      { id: QUESTION, scope: 'IN', schema: { type: 'string', title: 'Question' }, default: question },
      { id: 'answer', scope: 'OUT', schema: { type: 'string', title: 'Answer' } },
    ],
    result: { answer: '{{ answer }}' },
    nodes: [
      { id: 'start', type: 'START', name: 'Question' },
      {
        id: 'plan',
        type: 'PLANNER',
        name: 'Plan the answer',
        params: { ...params, goal: GOAL, tools },
      },
      {
        id: 'execute',
        type: 'PLAN_EXECUTOR',
        name: 'Carry it out',
        params: { tools },
        output: { answer: 'result.text' },
      },
      { id: 'end', type: 'END', name: 'Answer' },
    ],
    edges: [
      { from: 'start', port: 'out', to: 'plan' },
      { from: 'plan', port: 'out', to: 'execute' },
      { from: 'execute', port: 'out', to: 'end' },
    ],
  };
  return { plan, layout: LAYOUT };
}

/** Who plans, and with what: a model whose steps stream may ask models as well. */
function plannerFor({ models = [], byModel = models.length > 0 }: SentenceOptions) {
  if (!byModel) return { params: { planner: 'htn' as const }, tools: TOOLS };
  const named = models.length > 0 ? { models: [...models] } : {};
  return { params: { planner: 'stream' as const, ...named }, tools: [...TOOLS, 'model.generate'] };
}

/** The planner's path runs down past the executor's box, as in the pictures. */
const LAYOUT: PlacedPlan['layout'] = {
  start: { x: 0, y: 0 },
  plan: { x: 260, y: 0 },
  execute: { x: 0, y: 120, width: 760, height: 280 },
  end: { x: 280, y: 460 },
};

/** Adds such a plan to the document, in one step of undo, and opens it. Null for an empty sentence. */
export function addPlanForSentence(
  editor: Editor,
  sentence: string,
  options: SentenceOptions = {},
): CapabilityPlan | null {
  if (sentence.trim() === '') return null;
  const { plan, layout } = planForSentence(sentence, editor.workspace, options);
  const done = editor.edit({ edit: 'add-plan', plan, layout }, { label: 'Plan from a sentence' });
  if (!done.ok) return null;
  editor.showRun(null);
  editor.openPlan(plan.id);
  return plan;
}

/** The question that a plan of `planForSentence` answers; null for every other plan. */
export function questionOf(plan: Plan): string | null {
  if (plan.kind !== 'capability' || plan.variables === 'open') return null;
  const asked = plan.variables.find(({ id }) => id === QUESTION)?.default;
  const answers = plan.nodes.some((node) => node.type === 'PLANNER' && node.params?.goal === GOAL);
  return answers && typeof asked === 'string' ? asked : null;
}

/** Puts another question in the place of the one that a plan of `planForSentence` answers, in one step of undo. */
export function changeQuestion(
  editor: Editor,
  plan: CapabilityPlan,
  sentence: string,
  options: SentenceOptions = {},
): void {
  const question = sentence.trim();
  if (question === '' || plan.variables === 'open') return;
  const replanned = plan.nodes.flatMap((node) => replannedBy(node, options));
  if (question === questionOf(plan) && replanned.length === 0) return;
  const variables = plan.variables.map((one) => (one.id === QUESTION ? { ...one, default: question } : one));
  const why = options.why === undefined ? {} : { description: options.why };
  const label = 'Change the question';
  const edits: readonly Edit[] = [
    { edit: 'update-plan', plan: plan.id, to: { name: nameFor(question), ...why, variables } },
    ...replanned.map((to): Edit => ({ edit: 'update-node', plan: plan.id, node: to.id, to })),
  ];
  editor.edit({ edit: 'batch', label, edits }, { label });
}

/** The planner of a question, where somebody else is to plan the next one; what else stands there stays. */
function replannedBy(node: PlanNode, options: SentenceOptions): readonly PlanNode[] {
  if (node.type !== 'PLANNER' || node.params?.goal !== GOAL || options.why === undefined) return [];
  const { models: _models, planner, ...rest } = node.params;
  const { params } = plannerFor(options);
  return planner === params.planner ? [] : [{ ...node, params: { ...rest, ...params } }];
}

/** A question as the name of its plan. */
function nameFor(question: string): string {
  return cutText(question, 60);
}
