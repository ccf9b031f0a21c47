import { allNodes, allStates, fieldsOf, fieldsOfOwner, namesIn, type Plan, titleOf } from '#plan';
import { freeId, LONGEST_STEM } from './placeWorkspace';

/** A new item's id: made of its name, and free among the others. @param otherwise where the name gives none */
export function newId(name: string, otherwise: string, items: readonly { readonly id: string }[]): string {
  const stem = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, LONGEST_STEM);
  return freeId(stem || otherwise, new Set(items.map(({ id }) => id)));
}

/** What uses an item of the workspace, in words. Which fields name one is said by the schemas of nodes and states. */
export function usersOf(
  item: 'prompt' | 'parser' | 'feature',
  id: string,
  plans: readonly Plan[],
): readonly string[] {
  return plans.flatMap((plan) => {
    const name = plan.name ?? plan.id;
    const uses = (fields: ReturnType<typeof fieldsOf>) => namesIn(fields, item).includes(id);
    if (plan.kind === 'state-machine') {
      const states = [...allStates(plan.states)].filter((state) => uses(fieldsOfOwner(state)));
      return states.map((state) => `“${state.name ?? state.id}” in ${name}`);
    }
    const isOfPlan = item === 'feature' && plan.features?.some(({ feature }) => feature === id);
    const nodes = [...allNodes(plan)].filter(({ node }) => uses(fieldsOf(node)));
    return [
      ...(isOfPlan ? [`the plan ${name}`] : []),
      ...nodes.map(({ node }) => `“${titleOf(node)}” in ${name}`),
    ];
  });
}
