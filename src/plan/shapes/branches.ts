import type { JsonObject } from '#base';

/** One way out of a choice: the port of the SWITCH, and the nodes that follow it in a chain. */
export interface Branch {
  readonly port: string;
  readonly nodes: readonly JsonObject[];
}

/** The port of the n-th branch, from 0. `then` and `else` are no ids of cases (L9). */
export function caseOf(index: number): string {
  return index === 0 ? 'if' : `elseif-${index}`;
}

/** The branches of a conditional group of reference 2: the last is taken where no other is. */
export function branchesOf(chains: readonly (readonly JsonObject[])[]): readonly Branch[] {
  const last = chains.length - 1;
  return chains.map((nodes, index) => ({ port: index === last ? 'default' : caseOf(index), nodes }));
}

/**
 * A condition, a SWITCH on the number of the branch that it gives, and the branches behind it, as one component. No
 * number counts as 0.
 *
 * @param number CEL for the number
 */
export function switchAfter(
  condition: JsonObject,
  id: string,
  branches: readonly Branch[],
  number: string,
): { readonly nodes: readonly JsonObject[]; readonly edges: readonly JsonObject[] } {
  const cases = branches
    .filter(({ port }) => port !== 'default')
    .map(({ port }, index) => ({
      id: port,
      when: index === 0 ? `${number} == null || ${number} == 0` : `${number} == ${index}`,
    }));
  const choice = { id, type: 'SWITCH', params: { cases } };
  const entries = branches.flatMap(({ port, nodes: [entry] }) =>
    entry === undefined ? [] : [{ from: id, port, to: entry.id ?? '' }],
  );
  return {
    nodes: [condition, choice, ...branches.flatMap(({ nodes }) => nodes)],
    edges: [
      { from: condition.id ?? '', to: id },
      ...entries,
      ...branches.flatMap(({ nodes }) => chainOf(nodes)),
    ],
  };
}

/** The edges of nodes that follow each other. */
export function chainOf(nodes: readonly JsonObject[]): readonly JsonObject[] {
  return nodes.slice(1).map((node, index) => ({ from: nodes[index]?.id ?? '', to: node.id ?? '' }));
}
