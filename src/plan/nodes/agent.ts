import { LIMITS } from '#base';
import { as } from '../fields/fields';
import { z } from '../fields/inspect';
import { toolSchema } from '../fields/nodeFields';
import { askedModelsSchema } from './llmDecision';
import { defineNodeType } from './nodeType';

/** The first is called by itself where the author says so; in mode `single` nobody chooses among the others (P14). */
function roleOfTool(
  { mode, first }: Readonly<Record<string, unknown>>,
  index: number,
): 'tool' | 'capability' | 'spare' {
  if (index === 0 && (mode === 'single' || first === 'tool')) return 'capability';
  return mode === 'single' ? 'spare' : 'tool';
}

/** How often an agent thinks where its author does not say. */
export const USUAL_TURNS = 10;

const agentParams = z.strictObject({
  goal: as('template', z.string()).meta({ title: 'Goal', format: 'multiline' }),
  tools: z
    .array(as({ is: ({ beside, index }) => roleOfTool(beside, index) }, toolSchema))
    .optional()
    .meta({ title: 'Tools it may use' }),
  successCriteria: as('words', z.string()).optional().meta({
    title: 'It has succeeded when',
    description: 'Judged after each action, and of its answer. Several stand on lines of their own.',
    format: 'multiline',
  }),
  mode: z
    .enum(['guided', 'single'])
    .optional()
    .meta({
      title: 'How it works',
      default: 'guided',
      titles: { guided: 'Thinks and acts in turn', single: 'Calls its first tool once' },
    }),
  maxIterations: z
    .int()
    .min(1)
    .max(LIMITS.agentIterations)
    .optional()
    .meta({ title: 'Most turns', default: USUAL_TURNS }),
  first: z
    .enum(['model', 'tool'])
    .optional()
    .meta({
      title: 'What it does first',
      default: 'model',
      titles: { model: 'Thinks', tool: 'Calls its first tool, with the goal as its query' },
    }),
  atLimit: z
    .enum(['fail', 'answer'])
    .optional()
    .meta({
      title: 'When it has had all its turns',
      default: 'fail',
      titles: { fail: 'Fails', answer: 'Answers with what it knows' },
    }),
  models: askedModelsSchema,
});

/** What an agent's success depends on, one criterion a line, without the marks of a list; a sentence alone is one. */
export function criteriaOf({ successCriteria = '' }: z.infer<typeof agentParams>): readonly string[] {
  return successCriteria
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    .filter((line) => line !== '');
}

/** P14: an AGENT of mode `single` is one call of its first tool; nothing is thought about. */
export function isSingle({ params }: { readonly params?: { readonly mode?: unknown } | undefined }): boolean {
  return params?.mode === 'single';
}

export const agent = defineNodeType({
  type: 'AGENT',
  title: 'Agent',
  summary: 'Works towards a goal by thinking and acting in turn.',
  icon: 'bot',
  section: 'deciding',
  effect: 'unknown',
  leaf: true,
  pinnable: true,
  opensScope: (node) => !isSingle(node),
  asksModel: (node) => !isSingle(node),
  asking: { prompt: ['params', 'goal'], model: ['params', 'models'] },
  chooses: (node) => (isSingle(node) ? 'none' : 'listed'),
  firstParams: ['goal', 'tools', 'successCriteria', 'models'],
  inputTitle: 'What it is given',
  params: agentParams,
  cardLine: ({ params }) => params.goal,
  flaws: (node) => {
    const callsFirst = isSingle(node) || node.params.first === 'tool';
    if (!callsFirst || (node.params.tools ?? []).length > 0) return [];
    const message = `"${node.id}" calls its first tool${isSingle(node) ? ' once' : ''}, and has none.`;
    return [{ code: 'TOOL_MISSING', message, help: 'Name the tool that it calls.', field: '/params/tools' }];
  },
  scripted: () => ({ answer: { output: null, sample: '' } }),
  initial: () => ({ params: { goal: '' } }),
});
