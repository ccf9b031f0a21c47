import { type Diagnostic, didYouMean, problem } from '#base';
import type { NodeOf } from '../nodes/node';
import type { Rule, Scope, Subject } from './rule';

/** R16: a CANCEL names nodes of its own container, and never itself. */
export const cancelsReach: Rule = (subject) =>
  subject.scopes.flatMap((scope) =>
    scope.body.nodes.flatMap((node) => (node.type === 'CANCEL' ? ofCancel(node, scope, subject) : [])),
  );

function ofCancel(node: NodeOf<'CANCEL'>, { body }: Scope, subject: Subject): readonly Diagnostic[] {
  const beside = new Set(body.nodes.filter(({ type }) => type !== 'NOTE').map(({ id }) => id));
  beside.delete(node.id);
  return node.params.nodes.flatMap((id, index) => {
    if (beside.has(id)) return [];
    const where = subject.at(node, `/params/nodes/${index}`);
    if (id === node.id) {
      const help = 'Name the nodes that it shall cancel.';
      return [problem('CANCEL_ITSELF', `"${id}" cannot cancel itself.`, help, where)];
    }
    const isElsewhere = subject.nodes.some((placed) => placed.node.id === id);
    const message = isElsewhere
      ? `"${node.id}" cannot reach "${id}": it stands in another container.`
      : `There is no node "${id}" to cancel.`;
    const help = isElsewhere
      ? 'Name the container around it, or let it have "cancelOn" a signal.'
      : `${didYouMean(id, beside)}Name a node beside this one.`;
    return [problem('CANCEL_OUT_OF_REACH', message, help, where)];
  });
}
