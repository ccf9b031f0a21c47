import type { JsonObject } from '#base';
import type { Body, NodeOf, PlanNode } from '#plan';
import { textAt } from '../../common/fields';
import { keptOf, leaveOut, nameOf, nodeOf, type Writing } from '../writing';

/** Where their tree says by itself what a node of ours says: a PLANNER runs its plan, a split has its FORK and JOIN. */
export function writeImplied(writing: Writing, node: PlanNode): readonly JsonObject[] {
  if (node.type === 'PLAN_EXECUTOR')
    leaveOut(
      writing,
      node.id,
      `"${node.id}" is left out: their PLANNER runs what it planned.`,
      'Nothing is to be done where it follows its PLANNER.',
    );
  if (node.type === 'JOIN' && (node.params?.need ?? 'ALL') !== 'ALL')
    leaveOut(
      writing,
      node.id,
      `"${node.id}" goes on early here, and waits for all there.`,
      'Use a GROUP.',
      '/params/need',
    );
  return [];
}

export function writeOther(writing: Writing, node: PlanNode): readonly JsonObject[] {
  const type = textAt(keptOf(node), 'type');
  if (node.type === 'HUMAN_INPUT' && type !== undefined) return [nodeOf(writing, node, type, {})];
  leaveOut(
    writing,
    node.id,
    `"${node.id}" is left out: there is no ${node.type} there.`,
    'Write it as a plugin.',
  );
  return [];
}

/** TRY_CATCH: two children, the second of which may be missing. */
export function writeTryCatch(
  writing: Writing,
  node: NodeOf<'TRY_CATCH'>,
  body: (body: Body, name: string) => readonly JsonObject[],
): JsonObject {
  if (node.finally !== undefined)
    leaveOut(
      writing,
      node.id,
      `What "${node.id}" does finally is left out: theirs has no finally.`,
      'Put it after the node.',
      '/finally',
    );
  const variable = node.params?.errorVariable;
  const attempt = body(node.try, `${node.id}-try`);
  const rescue = node.catch === undefined ? [] : body(node.catch, `${node.id}-catch`);
  const isSilent = node.catch !== undefined && rescue.length === 0;
  const catches = isSilent ? [{ id: `${node.id}-catch`, type: 'SEQUENCE', children: [] }] : rescue;
  const first =
    attempt.length === 0 && catches.length > 0
      ? [{ id: `${node.id}-try`, type: 'SEQUENCE', children: [] }]
      : attempt;
  return nodeOf(writing, node, 'TRY_CATCH', {
    params: variable === undefined ? {} : { errorVariable: nameOf(writing, variable) },
    children: [...first, ...catches],
  });
}
