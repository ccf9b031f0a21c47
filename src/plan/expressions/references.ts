import type { ASTNode } from '@marcbachmann/cel-js';

/** What an expression or template looks at. */
export interface References {
  /** Names that are read, `result` and `event` among them; not names that the expression itself binds. */
  readonly variables: ReadonlySet<string>;
  /** Ids in `steps["ID"]` (R13). `steps` read in any other way is in `variables`. */
  readonly steps: ReadonlySet<string>;
}

export const NO_REFERENCES: References = { variables: new Set(), steps: new Set() };

/** Names that CEL itself knows: its types and the namespace of `cel.bind` and `optional.of`. */
const BUILT_IN = new Set(
  'string bool int uint double map list bytes null_type type google cel optional'.split(' '),
);

/** Whether CEL reads a word as its own, so that no variable of that name can be read. */
export function isReservedName(name: string): boolean {
  return BUILT_IN.has(name) || KEYWORDS.has(name);
}

const KEYWORDS = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

/** Collects what an expression refers to. */
export function referencesIn(root: ASTNode): References {
  const { variables, steps } = readIn(root);
  return { variables: new Set(variables.keys()), steps };
}

/** Where a name is read, in the text that the tree was made from, in the order of the tree. */
export function readsOf(root: ASTNode, name: string): readonly number[] {
  return readIn(root).variables.get(name) ?? [];
}

/** Where `steps` is read to name a step (R13), in the same text and order. */
export function stepReadsOf(root: ASTNode): readonly number[] {
  return readIn(root).stepReads;
}

function readIn(root: ASTNode): {
  readonly variables: ReadonlyMap<string, readonly number[]>;
  readonly steps: ReadonlySet<string>;
  readonly stepReads: readonly number[];
} {
  const variables = new Map<string, number[]>();
  const steps = new Set<string>();
  const stepReads: number[] = [];
  const visit = (node: ASTNode, bound: ReadonlySet<string>): void => {
    if (node.op === 'id') {
      if (bound.has(node.args) || BUILT_IN.has(node.args)) return;
      const reads = variables.get(node.args);
      if (reads) reads.push(node.start);
      else variables.set(node.args, [node.start]);
      return;
    }
    const step = bound.has('steps') ? null : stepNamedBy(node);
    if (step !== null) {
      steps.add(step);
      stepReads.push(node.start);
      return;
    }
    const bind = binding(node);
    if (!bind) {
      for (const part of partsOf(node)) visit(part, bound);
      return;
    }
    for (const part of bind.outside) visit(part, bound);
    for (const part of bind.inside) visit(part, new Set([...bound, bind.name]));
  };
  visit(root, new Set());
  return { variables, steps, stepReads };
}

/** Puts several collections into one. */
export function mergeReferences(all: Iterable<References>): References {
  const variables = new Set<string>();
  const steps = new Set<string>();
  for (const one of all) {
    for (const name of one.variables) variables.add(name);
    for (const step of one.steps) steps.add(step);
  }
  return { variables, steps };
}

/** `steps["load"]` and `steps.load` name a step; `steps[x]` names none. */
export function stepNamedBy(node: ASTNode): string | null {
  if (node.op !== '.' && node.op !== '.?' && node.op !== '[]' && node.op !== '[?]') return null;
  const [left, key] = node.args;
  if (left.op !== 'id' || left.args !== 'steps') return null;
  if (typeof key === 'string') return key;
  return key.op === 'value' && typeof key.args === 'string' ? key.args : null;
}

/** The macros that run over items: the first argument names the item in all others. */
export const COMPREHENSIONS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

/** The parts of an expression directly below a node, in the order in which they are written. */
export function partsOf(node: ASTNode): readonly ASTNode[] {
  switch (node.op) {
    case 'value':
    case 'id':
      return [];
    case '.':
    case '.?':
      return [node.args[0]];
    case '!_':
    case '-_':
      return [node.args];
    case 'call':
      return node.args[1];
    case 'rcall':
      return [node.args[1], ...node.args[2]];
    case 'map':
      return node.args.flat();
    default:
      return node.args;
  }
}

/** Every node of an expression, a node before its parts. */
export function* allParts(node: ASTNode): Generator<ASTNode> {
  yield node;
  for (const part of partsOf(node)) yield* allParts(part);
}

/** The name that a macro call binds, and the parts in which it holds; null for everything else. */
export function binding(
  node: ASTNode,
): { name: string; inside: readonly ASTNode[]; outside: readonly ASTNode[] } | null {
  if (node.op !== 'rcall') return null;
  const [method, receiver, [variable, ...rest]] = node.args;
  if (variable?.op !== 'id') return null;
  if (COMPREHENSIONS.has(method)) return { name: variable.args, inside: rest, outside: [receiver] };
  const bound = rest[0];
  if (method !== 'bind' || receiver.op !== 'id' || receiver.args !== 'cel' || !bound) return null;
  return { name: variable.args, inside: rest.slice(1), outside: [bound] };
}
