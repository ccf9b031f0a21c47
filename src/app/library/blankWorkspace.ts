import {
  type CapabilityPlan,
  FORMAT,
  type NodeTypeName,
  type PlanNode,
  type StateMachinePlan,
  VERSION,
  type Workspace,
} from '#plan';

const COLUMN = 280;

/** A workspace with one plan that begins and ends, and nothing between. */
export function blankWorkspace(): Workspace {
  return workspaceWith('untitled', 'Untitled', blankPlan('main', 'Main'));
}

/** A plan that begins and ends, and nothing between. */
export function blankPlan(id: string, name: string): CapabilityPlan {
  return {
    id,
    kind: 'capability',
    name,
    variables: [],
    nodes: [nodeOf('start', 'START'), nodeOf('end', 'END')],
    edges: [{ from: 'start', port: 'out', to: 'end' }],
  };
}

/** A state machine that begins and ends, with one event between. */
export function blankMachine(id: string, name: string): StateMachinePlan {
  return {
    id,
    kind: 'state-machine',
    name,
    variables: [],
    initial: 'start',
    states: [
      { id: 'start', on: [{ event: 'finish', target: 'end' }] },
      { id: 'end', type: 'final' },
    ],
  };
}

/** Where the nodes of a blank plan stand. */
export const BLANK_LAYOUT = { start: { x: 0, y: 0 }, end: { x: COLUMN, y: 0 } };

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
    layout: { [plan.id]: BLANK_LAYOUT },
  };
}
