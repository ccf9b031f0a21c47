import type { JsonObject } from '#base';
import { branchesOf, switchAfter } from '#plan';
import type { Fields } from '../../common/fields';
import { below } from '../../common/report';
import { BRANCH } from '../words';
import { type Around, nodesIn } from './around';
import { conditionNode } from './plugin';
import { seconds } from './times';

interface Inside {
  readonly body: JsonObject;
  /** Under which keys the branches stood, for the way back. */
  readonly forms: JsonObject;
}

/**
 * What a conditional group holds: its condition, then a SWITCH on the number that it writes to `branch`, then one chain
 * a branch. No number counts as 0, one that is too large as else.
 */
export function conditionalBody(condition: string, fields: Fields, around: Around): Inside {
  const asking = conditionNode(condition, around, seconds(fields, 'timeoutSeconds', around));
  const then = branchOf(fields, 'thenGroup', ['thenChildren', 'children'], around);
  const others = fields.objects('elseifBranches').map((one) => {
    const branch = branchOf(one, 'thenGroup', ['then', 'thenChildren'], around);
    const unused = one.word('condition');
    if (unused !== undefined)
      around.report.warn(
        'ELSEIF_CONDITION_UNUSED',
        `The condition "${unused}" of a branch is never asked: the first condition writes the number of the branch.`,
        `Let "${condition}" write that number to "${BRANCH}".`,
        below(one.path, 'condition'),
        { plan: around.plan },
      );
    const left = Object.keys(one.leftovers());
    for (const key of left)
      around.report.kept(
        below(one.path, key),
        `${around.plan} source.engine.forms`,
        `There is no counterpart of "${key}".`,
      );
    return {
      ...branch,
      form: { form: branch.form, ...(unused === undefined ? {} : { condition: unused }), ...one.leftovers() },
    };
  });
  const otherwise = branchOf(fields, 'elseGroup', ['elseChildren'], around);
  const chains = [then, ...others, otherwise].map(({ nodes }) => nodes);
  const { nodes, edges } = switchAfter(asking, around.ids.mint(null, 'switch'), branchesOf(chains), BRANCH);
  return {
    body: { nodes, edges },
    forms: {
      first: then.form,
      elseif: others.map(({ form }) => form),
      else: otherwise.form,
    },
  };
}

/** The nodes of one branch: of its one group, else of the first list that is there. */
function branchOf(
  fields: Fields,
  group: string,
  lists: readonly string[],
  around: Around,
): { readonly nodes: readonly JsonObject[]; readonly form: string } {
  if (fields.peek(group) !== undefined) {
    const path = below(fields.path, group);
    const node = around.nodeOf(fields.take(group) ?? null, path, around);
    return { nodes: node === null ? [] : [node], form: group };
  }
  const list = lists.find((key) => fields.peek(key) !== undefined);
  return list === undefined ? { nodes: [], form: '' } : { nodes: nodesIn(fields, list, around), form: list };
}
