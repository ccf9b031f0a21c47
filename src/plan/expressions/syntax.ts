import type { ASTNode } from '@marcbachmann/cel-js';

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
