import { mintId } from '#base';
import type { CapabilityPlan, Place, Workspace } from '#plan';
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
    name: cutText(question, 60),
    variables: [
      { id: 'question', scope: 'IN', schema: { type: 'string', title: 'Question' }, default: question },
      { id: 'answer', scope: 'OUT', schema: { type: 'string', title: 'Answer' } },
    ],
    result: { answer: '{{ answer }}' },
    nodes: [
      { id: 'start', type: 'START', name: 'Question' },
      {
        id: 'plan',
        type: 'PLANNER',
        name: 'Plan the answer',
        params: { ...planner, goal: '{{ question }}', tools },
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
