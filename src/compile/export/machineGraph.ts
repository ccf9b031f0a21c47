import { NODE_TYPES, type NodeTypeName, type PlanNode, titleOf } from '#plan';
import type { CompiledPlan } from '../compile';
import type { CompiledNode, CompiledScope } from '../scope';

/** SCXML's kinds of states; the regions of a `parallel` state are the compound states that lie in it. */
type MachineStateKind = 'initial' | 'atomic' | 'compound' | 'parallel' | 'final';

export interface MachineState {
  /** Unique in the graph: the path of node ids, with a mark of its own for what is no node. */
  readonly key: string;
  readonly parent: string | null;
  readonly kind: MachineStateKind;
  /** What a person reads: the node's name, or the title of its type. */
  readonly title: string;
  /** What it does: "invokes table.load", "all regions must finish". */
  readonly line: string;
  /** Id of the node behind it; null for marks and regions. */
  readonly node: string | null;
  readonly type: NodeTypeName | null;
}

export interface MachineTransition {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  /** The port that guards it; empty where there is no choice. */
  readonly label: string;
}

/** The compiled machines of a plan as one statechart: what the State view draws, and what Mermaid prints (C3). */
export interface MachineGraph {
  readonly states: readonly MachineState[];
  readonly transitions: readonly MachineTransition[];
}

/**
 * Draws the machines of a compiled plan: sequences as states in a row, choices as labelled transitions, groups as
 * states that hold their children, their branches as parallel regions. States are listed with a container before its
 * contents, in document order.
 */
export function machineGraph({ scope }: CompiledPlan): MachineGraph {
  const drawing: Drawing = { states: [], transitions: [] };
  drawScope(drawing, scope, null, '');
  return drawing;
}

interface Drawing {
  readonly states: MachineState[];
  readonly transitions: MachineTransition[];
}

function drawScope(drawing: Drawing, scope: CompiledScope, parent: string | null, path: string): void {
  if (scope.shape === 'branches') {
    for (const [slot, branch] of scope.branches.entries()) {
      const key = `${path}:${slot}`;
      drawing.states.push(stateOf(key, parent, 'compound', `Branch ${slot + 1}`));
      drawScope(drawing, branch, key, path);
    }
    return;
  }
  const mark = `${parent ?? ''}!`;
  drawing.states.push(stateOf(`${mark}initial`, parent, 'initial'));
  for (const node of scope.nodes) drawNode(drawing, node, parent, path);
  drawing.states.push(stateOf(`${mark}final`, parent, 'final'));
  const keys = scope.nodes.map((node) => keyOf(path, node));
  for (const { from, to, label } of transitionsOf(scope)) {
    const source = from === null ? `${mark}initial` : (keys[from] ?? '');
    const target = to === null ? `${mark}final` : (keys[to] ?? '');
    drawing.transitions.push({ key: `${source}:${label}->${target}`, from: source, to: target, label });
  }
}

function drawNode(drawing: Drawing, compiled: CompiledNode, parent: string | null, path: string): void {
  const { node, inside } = compiled;
  const key = keyOf(path, compiled);
  drawing.states.push({
    key,
    parent,
    kind: kindOf(compiled),
    title: titleOf(node),
    line: lineOf(compiled),
    node: node.id,
    type: node.type,
  });
  for (const { name, scope } of inside) {
    if (name === 'body') drawScope(drawing, scope, key, key);
    else drawPart(drawing, name, scope, key);
  }
}

/** `try`, `catch` and `finally` of a TRY_CATCH are states inside it, one after another. */
function drawPart(drawing: Drawing, name: string, scope: CompiledScope, parent: string): void {
  const key = `${parent}.${name}`;
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  drawing.states.push(stateOf(key, parent, 'compound', title));
  drawScope(drawing, scope, key, key);
}

function kindOf({ inside }: CompiledNode): MachineStateKind {
  if (inside.length === 0) return 'atomic';
  return inside[0]?.scope.shape === 'branches' ? 'parallel' : 'compound';
}

function lineOf({ node, inside }: CompiledNode): string {
  if (node.type === 'CAPABILITY') return `invokes ${node.params.capability}`;
  if (inside[0]?.scope.shape === 'branches') return completionLine(node);
  return NODE_TYPES[node.type].title;
}

function completionLine(node: PlanNode): string {
  const completion = node.type === 'GROUP' ? (node.params.completion ?? 'ALL') : 'ALL';
  return LINES[completion] ?? `${completion.replace(/\D/g, '')} regions must succeed`;
}

const LINES: Readonly<Record<string, string>> = {
  ALL: 'all regions must finish',
  FIRST_FAILURE: 'all regions must finish, none may fail',
  ALL_SETTLED: 'all regions must end',
  FIRST_SUCCESS: 'one region must succeed',
};

function keyOf(path: string, node: CompiledNode): string {
  return `${path}/${node.key}`;
}

/** A state that stands for no node. */
function stateOf(key: string, parent: string | null, kind: MachineStateKind, title = ''): MachineState {
  return { key, parent, kind, title, line: '', node: null, type: null };
}

interface DrawnMove {
  readonly from: number | null;
  readonly to: number | null;
  readonly label: string;
}

function transitionsOf(scope: Exclude<CompiledScope, { shape: 'branches' }>): readonly DrawnMove[] {
  if (scope.shape === 'graph') return graphTransitions(scope);
  const moves: DrawnMove[] = [{ from: null, to: scope.start, label: '' }];
  const unreachable = new Set(scope.skipAtOpen.flatMap(({ nodes }) => nodes));
  for (const [from, choices] of scope.moves.entries()) {
    if (unreachable.has(from)) continue;
    for (const { port, to } of choices) moves.push({ from, to, label: port ?? '' });
  }
  return moves;
}

/** A graph is one state that counts; it is drawn as the edges that it counts. */
function graphTransitions(scope: Extract<CompiledScope, { shape: 'graph' }>): readonly DrawnMove[] {
  const moves: DrawnMove[] = [];
  const targets = new Set(scope.edges.map(({ to }) => to));
  const sources = new Set(scope.edges.map(({ from }) => from));
  const unreachable = new Set(scope.unreachable);
  for (const index of scope.nodes.keys()) {
    if (!targets.has(index) && !unreachable.has(index)) moves.push({ from: null, to: index, label: '' });
  }
  for (const { from, port, to } of scope.edges) moves.push({ from, to, label: port === 'out' ? '' : port });
  for (const index of scope.nodes.keys()) {
    if (!sources.has(index) && !unreachable.has(index)) moves.push({ from: index, to: null, label: '' });
  }
  return moves;
}
