import { mintId } from '#base';
import type { CapabilityPlan, Place, Plan, Workspace } from '#plan';
import { cutText } from '#projection';
import type { Editor } from './editor';

/** A new plan with the places of its nodes. */
export interface PlacedPlan {
  readonly plan: CapabilityPlan;
  readonly layout: Readonly<Record<string, Place>>;
}

export interface SentenceOptions {
  /** Ids of the models that plan, first choice first; without one the built-in task planner does. */
  readonly models?: readonly string[];
}

const QUESTION = 'question';
const GOAL = `{{ ${QUESTION} }}`;
const TOOLS = ['table.*', 'documents.*', 'text.*'];

/**
 * E8: the plan that a sentence becomes: START → PLANNER → PLAN_EXECUTOR → END, whose question is the sentence. Tables and
 * documents that are there are asked by the built-in task planner; only where a caller names models they plan instead,
 * and their steps stream. The start page names none.
 *
 * @example planForSentence('Which regions grew most?', workspace).plan.variables[0].default
 */
export function planForSentence(
  sentence: string,
  workspace: Workspace,
  options: SentenceOptions = {},
): PlacedPlan {
  const question = sentence.trim();
  const models = [...(options.models ?? [])];
  const id = mintId('plan', new Set(workspace.plans.map((plan) => plan.id)));
  const planner = models.length > 0 ? { planner: 'stream' as const, models } : { planner: 'htn' as const };
  const tools = models.length > 0 ? [...TOOLS, 'model.generate'] : TOOLS;
  const plan: CapabilityPlan = {
    id,
    kind: 'capability',
    name: nameFor(question),
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
        params: { ...planner, goal: GOAL, tools },
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
export function changeQuestion(editor: Editor, plan: CapabilityPlan, sentence: string): void {
  const question = sentence.trim();
  if (question === '' || plan.variables === 'open' || question === questionOf(plan)) return;
  const variables = plan.variables.map((one) => (one.id === QUESTION ? { ...one, default: question } : one));
  const to = { name: nameFor(question), variables };
  editor.edit({ edit: 'update-plan', plan: plan.id, to }, { label: 'Change the question' });
}

/** A question as the name of its plan. */
function nameFor(question: string): string {
  return cutText(question, 60);
}
