import { type Diagnostic, problem, warning } from '#base';
import { portsOf } from '../nodes';
import type { PlanNode } from '../nodes/node';
import { leavesBy, type Rule, type Scope, type Subject } from './rule';

/** L2: `onError: route` has an edge to follow; `continue`, `disabled: pass` and `background` need a port `out` to take. */
export const errorsAreHandled: Rule = (subject) =>
  subject.scopes.flatMap((scope) => scope.body.nodes.flatMap((node) => ofNode(node, scope, subject)));

function ofNode(node: PlanNode, scope: Scope, { at }: Subject): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const hasErrorEdge = leavesBy(scope, node, 'error');
  if (node.onError === 'route' && !hasErrorEdge) {
    found.push(
      problem(
        'ERROR_ROUTE_MISSING',
        `"${node.id}" routes its errors, but no edge leaves its port "error".`,
        scope.isSequence
          ? 'A SYNC GROUP has no edges: use "continue", or handle the error around the group.'
          : 'Draw an edge from "error", or choose "fail" or "continue".',
        at(node, '/onError'),
      ),
    );
  }
  if (node.onError !== 'route' && hasErrorEdge) {
    const help = 'Set its "onError" to "route".';
    found.push(
      warning(
        'ERROR_EDGE_UNUSED',
        `The error edge of "${node.id}" is never taken.`,
        help,
        at(node, '/onError'),
      ),
    );
  }
  if (scope.isSequence || node.type === 'NOTE' || portsOf(node).includes('out')) return found;
  const help = 'Only a node with the port "out", or a child of a SYNC GROUP, can do that.';
  if (node.onError === 'continue') {
    found.push(
      problem(
        'CONTINUE_WITHOUT_OUT',
        `"${node.id}" has no port "out" to continue at.`,
        help,
        at(node, '/onError'),
      ),
    );
  }
  if (node.background === true) {
    found.push(
      problem(
        'BACKGROUND_WITHOUT_OUT',
        `"${node.id}" has no port "out" that could be taken when it starts.`,
        help,
        at(node, '/background'),
      ),
    );
  }
  if (node.disabled === 'pass') {
    found.push(
      problem(
        'PASS_WITHOUT_OUT',
        `"${node.id}" has no port "out" to pass through.`,
        help,
        at(node, '/disabled'),
      ),
    );
  }
  return found;
}
