import { FORMAT, type NodeTypeName, type PlanNode, VERSION, type Workspace } from '#plan';

const COLUMN = 280;

/** A workspace with one plan that begins and ends, and nothing between. */
export function blankWorkspace(): Workspace {
  return workspaceWith('untitled', 'Untitled', {
    id: 'main',
    kind: 'capability',
    name: 'Main',
    variables: [],
    nodes: [nodeOf('start', 'START'), nodeOf('end', 'END')],
    edges: [{ from: 'start', port: 'out', to: 'end' }],
  });
}

/**
 * The plan of the empty state (E8): START → PLANNER → PLAN_EXECUTOR → END for one sentence. It plans with rules and
 * HTN over the tables and documents that are there.
 */
export function workspaceForSentence(sentence: string, documents: Workspace['documents']): Workspace {
  const workspace = workspaceWith('plan', nameFor(sentence), {
    id: 'main',
    kind: 'capability',
    name: nameFor(sentence),
    variables: [
      { id: 'goal', scope: 'IN', schema: { type: 'string', title: 'Goal' }, default: sentence },
      { id: 'answer', scope: 'OUT', schema: { title: 'Answer' } },
    ],
    result: { answer: '{{ answer }}' },
    nodes: [
      { ...nodeOf('start', 'START'), name: 'Goal' },
      { id: 'plan', type: 'PLANNER', name: 'Plan it', params: { planner: 'htn', goal: '{{ goal }}' } },
      {
        id: 'execute',
        type: 'PLAN_EXECUTOR',
        name: 'Carry it out',
        params: {},
        output: { answer: 'result' },
      },
      { ...nodeOf('end', 'END'), name: 'Answer' },
    ],
    edges: [
      { from: 'start', port: 'out', to: 'plan' },
      { from: 'plan', port: 'out', to: 'execute' },
      { from: 'execute', port: 'out', to: 'end' },
    ],
  });
  const layout = {
    main: {
      start: { x: 0, y: 0 },
      plan: { x: COLUMN, y: 0 },
      execute: { x: 0, y: 120, width: 800, height: 300 },
      end: { x: 2 * COLUMN, y: 0 },
    },
  };
  return { ...workspace, documents, layout };
}

function nodeOf<Type extends Extract<NodeTypeName, 'START' | 'END'>>(id: string, type: Type): PlanNode {
  return type === 'END' ? { id, type: 'END', params: {} } : { id, type: 'START' };
}

function workspaceWith(id: string, name: string, plan: Workspace['plans'][number]): Workspace {
  return {
    format: FORMAT,
    version: VERSION,
    id,
    name,
    plans: [plan],
    prompts: [],
    capabilities: [],
    models: [],
    connections: [],
    policies: [],
    planners: [],
    parsers: [],
    features: [],
    documents: [],
    sessions: [],
    layout: { [plan.id]: { start: { x: 0, y: 0 }, end: { x: COLUMN, y: 0 } } },
  };
}

const NAME_LENGTH = 48;

function nameFor(sentence: string): string {
  return sentence.length <= NAME_LENGTH ? sentence : `${sentence.slice(0, NAME_LENGTH - 1).trimEnd()}…`;
}
