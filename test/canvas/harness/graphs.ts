import { ROOT, within } from '#base';
import type { MachineGraph } from '#canvas';
import { NODE_TYPES, type NodeTypeName, type Place, type PlanNode, portsOf } from '#plan';
import type { Graph, GraphEdge, GraphNode } from '#projection';

/** A graph and the layout that its author gave it. */
export interface Scene {
  readonly graph: Graph;
  readonly places: Readonly<Record<string, Place>>;
}

type Extra = Partial<Omit<GraphNode, 'key' | 'node' | 'type'>>;

/** One card: `card('look', 'CAPABILITY', 'Look it up', 'documents.search')`. */
export function card(
  id: string,
  type: NodeTypeName,
  title: string,
  line: string,
  extra: Extra = {},
): GraphNode {
  const parent = extra.parent ?? null;
  const key = parent === null ? `/${id}` : `${parent}/${id}`;
  const node = keptNode(id, type, line);
  return {
    key,
    parent,
    node,
    type,
    title,
    line,
    address: within(ROOT, key.slice(1)),
    status: null,
    mark: null,
    reason: null,
    ports: portsOf(node),
    lane: null,
    rounds: null,
    subPlan: null,
    hasInput: type !== 'START' && type !== 'NOTE',
    container: type === 'GROUP' || type === 'PLAN_EXECUTOR',
    dynamic: false,
    progress: null,
    ...extra,
  };
}

const NODES = new Map<string, PlanNode>();

/** Like the document, the same node is the same object in every graph: cards are compared by it. */
function keptNode(id: string, type: NodeTypeName, line: string): PlanNode {
  const key = `${id} ${type} ${type === 'CAPABILITY' ? '' : line}`;
  const kept = NODES.get(key) ?? planNode(id, type, line);
  NODES.set(key, kept);
  return kept;
}

function planNode(id: string, type: NodeTypeName, line: string): PlanNode {
  if (type === 'CAPABILITY') return { id, type, params: { capability: line.split(' ')[0] ?? 'echo' } };
  if (type === 'NOTE') return { id, type, params: { markdown: line } };
  if (type === 'IF') return { id, type, params: { condition: line } };
  if (type === 'SWITCH')
    return {
      id,
      type,
      params: { cases: ['north', 'south', 'west'].map((one) => ({ id: one, when: 'true' })) },
    };
  if (type === 'HUMAN_INPUT')
    return {
      id,
      type,
      params: {
        message: line,
        decisions: [
          { id: 'approve', label: 'Approve' },
          { id: 'reject', label: 'Reject' },
        ],
        timeoutMs: null,
      },
    };
  if (type === 'GROUP') return { id, type, params: { mode: 'ASYNC' }, body: { nodes: [], edges: [] } };
  if (type === 'TRANSFORM') return { id, type, params: { expression: line } };
  if (type === 'FILL_TEMPLATE') return { id, type, params: { template: line } };
  if (type === 'START' || type === 'END' || type === 'PLANNER' || type === 'PLAN_EXECUTOR')
    return { id, type };
  throw new Error(`No example of a ${type} was needed so far.`);
}

/** An edge between keys: `edge('/a', '/b', 'taken', 'then')`. */
export function edge(from: string, to: string, state: GraphEdge['state'] = 'idle', port = 'out'): GraphEdge {
  return { key: `${from}:${port}->${to}`, from, port, to, state, implied: false };
}

export function chain(keys: readonly string[], state: GraphEdge['state'] = 'idle'): readonly GraphEdge[] {
  return keys.slice(1).map((to, index) => edge(keys[index] ?? '', to, state));
}

const X = '/execute';
const step = (id: string, capability: string, title: string, line: string, extra: Extra = {}): GraphNode => ({
  ...card(id, 'CAPABILITY', title, capability, { parent: X, dynamic: true, ...extra }),
  line,
});

const STEPS: readonly (readonly [string, string, string])[] = [
  ['table.load', 'Load sales', '240 rows · 6 columns'],
  ['table.filter', 'Keep 2026', 'year = 2026 → 128 rows'],
  ['table.group', 'Group by region', '5 groups'],
  ['table.aggregate', 'Sum revenue', 'group 3 of 5'],
  ['table.sort', 'Sort', 'by growth, descending'],
  ['table.limit', 'Top three', 'limit 3'],
  ['text.say', 'Say it', 'template'],
];

/** The design's picture: a planned answer in the middle of its run. */
export function running(count = STEPS.length, done = 3): Scene {
  const steps = Array.from({ length: count }, (_, index) => {
    const [capability, title, line] = STEPS[index % STEPS.length] ?? ['echo', 'Echo', ''];
    const status = index < done ? 'succeeded' : index === done ? 'running' : 'planned';
    return step(`step-${index + 1}`, capability, title, line, { status });
  });
  const keys = steps.map((one) => one.key);
  return {
    graph: {
      nodes: [
        card('start', 'START', 'Question', 'which regions grew most', { status: 'succeeded' }),
        card('plan', 'PLANNER', 'Plan the answer', 'HTN · 7 steps · 14 ms', { status: 'succeeded' }),
        card('execute', 'PLAN_EXECUTOR', 'Carry it out', 'plan revision 1, made by HTN planner', {
          status: 'running',
          progress: { done, total: count },
        }),
        ...steps,
        card('big', 'IF', 'Big change?', 'max(growth) > 0.2', { status: 'pending' }),
        card('ask', 'HUMAN_INPUT', 'Ask the analyst', 'approve or comment', { status: 'pending' }),
        card('end', 'END', 'Answer', 'the sentence', { status: 'pending' }),
      ],
      edges: [
        edge('/start', '/plan', 'taken'),
        edge('/plan', X, 'taken'),
        ...keys
          .slice(1)
          .map((to, index) =>
            edge(keys[index] ?? '', to, index + 1 < done ? 'taken' : index + 1 === done ? 'live' : 'planned'),
          ),
        edge(X, '/big'),
        edge('/big', '/ask', 'idle', 'then'),
        edge('/big', '/end', 'idle', 'else'),
        edge('/ask', '/end', 'idle', 'approve'),
      ],
    },
    places: {
      start: { x: 0, y: 0 },
      plan: { x: 260, y: 0 },
      execute: { x: 0, y: 100, width: 800, height: 300 },
      big: { x: 180, y: 460 },
      ask: { x: 440, y: 460 },
      end: { x: 700, y: 520 },
    },
  };
}

/** Every form at once: group, notes, ghosts, marks, all statuses. */
export function zoo(): Scene {
  const statuses = [
    'pending',
    'planned',
    'ready',
    'running',
    'waiting',
    'paused',
    'retrying',
    'succeeded',
    'failed',
    'skipped',
    'cancelled',
    'uncertain',
  ] as const;
  const nodes = [
    ...statuses.map((status) =>
      card(status, 'CAPABILITY', `A ${status} card`, 'table.load sales.csv', {
        status,
        reason: status === 'failed' ? 'The server answered 500.' : null,
      }),
    ),
    card('ghost', 'CAPABILITY', 'fx.rates', 'fx.rates', {
      mark: 'ghost',
      reason: 'There is no tool “fx.rates”.',
    }),
    ...(['kept', 'added', 'changed', 'dropped'] as const).map((mark) =>
      card(mark, 'TRANSFORM', `Step was ${mark}`, 'rates × revenue', { mark, status: 'planned' }),
    ),
    card('switch', 'SWITCH', 'Which way?', '3 cases, first match wins'),
    card('fill', 'FILL_TEMPLATE', 'A very long name that cannot fit on a card', 'Dear {{ name }}, …', {
      reason: 'Variable “name” is not declared.',
    }),
    card(
      'note',
      'NOTE',
      'Note',
      '### How this works\nThe planner reads the *question* against the table.\n\n1. filter\n2. group and **sum**\n\n[More](https://example.org) ![x](https://example.org/x.png)',
    ),
    card('both', 'GROUP', 'Three reviewers', 'all at the same time, then merge', {
      status: 'running',
      progress: { done: 1, total: 3 },
    }),
    ...['Law', 'Style', 'Facts'].map((name, index) =>
      card(name.toLowerCase(), 'CAPABILITY', `${name} review`, 'model.generate', {
        parent: '/both',
        status: index === 0 ? 'succeeded' : index === 1 ? 'running' : 'ready',
      }),
    ),
    card('folded', 'GROUP', 'Folded group', '3 branches'),
    card('empty', 'PLAN_EXECUTOR', 'Carry it out', 'runs the plan in “plan”'),
  ];
  const places: Record<string, Place> = {};
  statuses.forEach((status, index) => {
    places[status] = { x: (index % 4) * 260, y: Math.floor(index / 4) * 100 };
  });
  Object.assign(places, {
    ghost: { x: 0, y: 320 },
    kept: { x: 260, y: 320 },
    added: { x: 520, y: 320 },
    changed: { x: 780, y: 320 },
    dropped: { x: 1040, y: 320 },
    switch: { x: 1040, y: 0 },
    fill: { x: 1040, y: 140 },
    note: { x: 0, y: 440, width: 260, height: 220 },
    both: { x: 320, y: 440 },
    law: { x: 20, y: 60 },
    style: { x: 20, y: 140 },
    facts: { x: 20, y: 220 },
    folded: { x: 320, y: 780, collapsed: true },
    empty: { x: 640, y: 440 },
  });
  const edges = [
    edge('/switch', '/fill', 'idle', 'south'),
    edge('/pending', '/planned', 'planned'),
    edge('/planned', '/ready', 'dead'),
    edge('/ready', '/running', 'live'),
    edge('/waiting', '/paused', 'taken'),
    edge('/failed', '/added', 'taken', 'error'),
    edge('/both', '/empty'),
  ];
  return { graph: { nodes, edges }, places };
}

/** A large graph: layers of five with 1.5 edges a node. */
export function large(count: number): Scene {
  const types = Object.keys(NODE_TYPES).filter(
    (type) => type === 'CAPABILITY' || type === 'TRANSFORM',
  ) as NodeTypeName[];
  const nodes = Array.from({ length: count }, (_, index) =>
    card(`n${index}`, types[index % types.length] ?? 'CAPABILITY', `Step ${index}`, 'table.filter rows', {
      status: index % 3 === 0 ? 'succeeded' : 'pending',
    }),
  );
  const rows = Math.ceil(Math.sqrt(count / 2));
  const places: Record<string, Place> = {};
  nodes.forEach((node, index) => {
    places[node.node.id] = { x: Math.floor(index / rows) * 260, y: (index % rows) * 100 };
  });
  const edges = nodes.flatMap((node, index) => {
    const next = nodes[index + rows];
    const across = nodes[index + rows + 1];
    return [
      ...(next ? [edge(node.key, next.key, index % 3 === 0 ? 'taken' : 'idle')] : []),
      ...(across && index % 2 === 0 ? [edge(node.key, across.key, 'idle', 'error')] : []),
    ];
  });
  return { graph: { nodes, edges }, places };
}

const state = (
  key: string,
  parent: string | null,
  kind: MachineGraph['states'][number]['kind'],
  line: string,
  active = false,
): MachineGraph['states'][number] => ({
  key,
  parent,
  title: key.slice(key.lastIndexOf('.') + 1),
  line,
  kind,
  active,
});

/** The design's state machine. */
export const MACHINE: MachineGraph = {
  states: [
    state('.begin', null, 'initial', ''),
    state('start', null, 'atomic', 'on goal: research.goal'),
    state('searching', null, 'atomic', 'publishes web.search'),
    state('failed', null, 'final', 'says research.failed'),
    state('working', null, 'parallel', 'parallel, both regions must finish', true),
    state('working.summarising', 'working', 'atomic', 'invokes summarise', true),
    state('working.summarised', 'working', 'final', ''),
    state('working.checking', 'working', 'atomic', 'asks the reviewer', true),
    state('working.approved', 'working', 'final', ''),
  ],
  transitions: [
    { key: '1', from: '.begin', to: 'start', label: '' },
    { key: '2', from: 'start', to: 'searching', label: 'ready' },
    { key: '3', from: 'searching', to: 'failed', label: 'web.search.failed' },
    { key: '4', from: 'searching', to: 'working', label: 'web.search.completed' },
    { key: '5', from: 'working.summarising', to: 'working.summarised', label: 'done', lit: true },
    { key: '6', from: 'working.checking', to: 'working.approved', label: 'review.approved', lit: true },
    { key: '7', from: 'searching', to: 'searching', label: 'retry' },
  ],
};
