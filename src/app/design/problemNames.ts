import type { Diagnostic } from '#base';
import { allNodes, type Plan, placedStates, titleOf } from '#plan';

/** Problems of one node, one state, one plan, or of what all plans share. */
export interface ProblemGroup {
  readonly key: string;
  readonly title: string;
  readonly diagnostics: readonly Diagnostic[];
  /** A sentence with the names of nodes where it says their ids. */
  readonly inNames: (text: string) => string;
}

/** Problems by what has them, under the names that people gave (T8), in the order in which they were found. */
export function problemGroups(
  diagnostics: readonly Diagnostic[],
  plans: readonly Plan[],
): readonly ProblemGroup[] {
  const groups = new Map<string, Omit<ProblemGroup, 'key' | 'diagnostics'> & { diagnostics: Diagnostic[] }>();
  const names = new Map(plans.map((plan) => [plan.id, namesIn(plan)]));
  for (const diagnostic of diagnostics) {
    const { plan: planId = '', node = '' } = diagnostic.where;
    const key = `${planId}/${node}`;
    const known = names.get(planId) ?? new Map<string, string>();
    const group = groups.get(key) ?? {
      title: titleOfGroup(diagnostic, plans, known),
      diagnostics: [],
      inNames: (text: string) => inNames(text, known),
    };
    group.diagnostics.push(diagnostic);
    groups.set(key, group);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}

function titleOfGroup(
  { where }: Diagnostic,
  plans: readonly Plan[],
  names: ReadonlyMap<string, string>,
): string {
  const plan = plans.find(({ id }) => id === where.plan);
  const planName = plan?.name ?? where.plan ?? 'Workspace';
  const name = where.node === undefined ? undefined : names.get(where.node);
  if (name === undefined) return planName;
  return plans.length > 1 ? `${name} in ${planName}` : name;
}

/** What each node, or state, of a plan is called. */
function namesIn(plan: Plan): ReadonlyMap<string, string> {
  if (plan.kind === 'state-machine') {
    return new Map([...placedStates(plan.states)].map(({ state }) => [state.id, state.name ?? state.id]));
  }
  return new Map([...allNodes(plan)].map(({ node }) => [node.id, titleOf(node)]));
}

/** After these words stands the name of something else, even where a node has the same id. */
const OF_OTHERS =
  /\b(?:variable|capability|prompt|model|plan|port|id|input|uses|writes|reads|guard|delay|invocation|choice|case|route|parser|feature|connection|of) $/;

function inNames(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(/"([^"]+)"/g, (quoted, id: string, at: number) => {
    const name = OF_OTHERS.test(text.slice(0, at)) ? undefined : names.get(id);
    return name === undefined ? quoted : `“${name}”`;
  });
}
