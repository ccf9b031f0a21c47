import { type CompiledPlan, type CompiledScope, compile } from '#compile';
import { plan } from '../notation/plan';

/** Compiles a plan that is written as lines. */
export function compiled(text: string): CompiledPlan {
  const result = compile(plan(text));
  if (!result.ok) throw new Error(result.problem.map(({ message }) => message).join('\n'));
  return result.value;
}

/**
 * A scope in short lines. A sequence has a line per node: `i: then>a, else>b -a`, where `-` names what dies with the
 * other ports and `.` is the end of the scope. A graph lists its edges, a group its branches.
 */
export function shapeOf(scope: CompiledScope): readonly string[] {
  const name = (index: number | null): string => (index === null ? '.' : (scope.nodes[index]?.key ?? '?'));
  switch (scope.shape) {
    case 'sequence':
      return [
        `sequence ${name(scope.start)}`,
        ...scope.skipAtOpen.map(({ because, nodes }) => `${because} ${nodes.map(name)}`),
        ...scope.moves.flatMap((moves, index) => {
          if (moves.length === 0) return [];
          const ways = moves.map(({ port, to, skips }) => {
            const dead = skips.length === 0 ? '' : ` -${skips.map(name)}`;
            return `${port ?? ''}>${name(to)}${dead}`;
          });
          return [`${name(index)}: ${ways.join(', ')}`];
        }),
      ];
    case 'graph':
      return ['graph', ...scope.edges.map(({ from, port, to }) => `${name(from)}.${port}>${name(to)}`)];
    case 'branches':
      return [
        `branches ${scope.completion.rule} ${scope.limit}`,
        ...scope.branches.flatMap((branch) => shapeOf(branch).map((line) => `  ${line}`)),
      ];
  }
}

/** The scope inside a group. */
export function inside({ scope }: CompiledPlan, node: string): CompiledScope {
  const found = scope.nodes.find(({ id }) => id === node)?.inside[0]?.scope;
  if (!found) throw new Error(`${node} opens no scope`);
  return found;
}
