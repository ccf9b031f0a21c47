import { type Address, within, withoutAttempt } from '#base';
import { allNodes, type Plan, placedStates, titleOf } from '#plan';
import { scopeOf } from './addresses';
import type { Names } from './names';

/** What each node, or state, of a plan is called. A plan that is edited is another one. */
const NAMES = new WeakMap<Plan, ReadonlyMap<string, string>>();

/** What the nodes, or states, of a plan are called, by their ids. */
export function namesIn(plan: Plan): ReadonlyMap<string, string> {
  const known = NAMES.get(plan);
  if (known !== undefined) return known;
  const names =
    plan.kind === 'state-machine'
      ? new Map([...placedStates(plan.states)].map(({ state }) => [state.id, state.name ?? state.id]))
      : new Map([...allNodes(plan)].map(({ node }) => [node.id, titleOf(node)]));
  NAMES.set(plan, names);
  return names;
}

/** After these words stands the name of something else, even where a node has the same id. */
const OF_OTHERS =
  /\b(?:variable|document|table|column|tool|file|signal|capability|prompt|model|plan|port|id|input|uses|writes|reads|guard|delay|invocation|choice|case|route|parser|feature|connection|default of|parameters of|event of) $/;

/** A sentence about a plan with the names that people gave (T8) where it says the ids of nodes or states. */
export function inNames(text: string, plan: Plan | undefined): string {
  if (plan === undefined || !text.includes('"')) return text;
  return text.replace(/"([^"]+)"/g, (quoted, id: string, at: number) => {
    const name = OF_OTHERS.test(text.slice(0, at)) ? undefined : namesIn(plan).get(id);
    return name === undefined ? quoted : `“${name}”`;
  });
}

/**
 * A sentence about what happened at a place of a run, with the names that people gave (T8) where it says the id of that
 * node, or of one beside it.
 */
export function inNamesAt(text: string, address: Address, names: Names): string {
  const scope = scopeOf(withoutAttempt(address));
  const nameOf = (id: string) => (ID.test(id) ? names(within(scope, id)) : id);
  const first = /^[\w-]+(?= )/.exec(text)?.[0] ?? '';
  const said = first !== '' && address !== '' && within(scope, first) === withoutAttempt(address);
  const rest = said ? `"${first}"${text.slice(first.length)}` : text;
  return rest.replace(/"([^"]+)"/g, (quoted, id: string, at: number) => {
    const name = OF_OTHERS.test(rest.slice(0, at)) ? id : nameOf(id);
    return name === id ? quoted : `“${name}”`;
  });
}

/** What may be the id of a node: nothing that leads into, or out of, another scope. */
const ID = /^[A-Za-z][\w-]*$/;
