import { type Diagnostic, problem, warning } from '#base';
import { reachableFrom, successorsOf } from '../graph/order';
import type { Rule, Scope, Subject } from './rule';

/** R3: a scope has at most one START, and nodes that cannot be reached from it are skipped. */
export const startsOnce: Rule = (subject) => subject.scopes.flatMap((scope) => ofScope(scope, subject));

function ofScope({ body, isSequence }: Scope, { at }: Subject): readonly Diagnostic[] {
  const starts = body.nodes.filter((node) => node.type === 'START');
  const found: Diagnostic[] = starts
    .slice(1)
    .map((start) =>
      problem(
        'SEVERAL_STARTS',
        'This scope has more than one START.',
        'Keep one, and lead from it to where the scope begins.',
        at(start),
      ),
    );
  for (const start of starts) {
    if (start.disabled === undefined) continue;
    found.push(
      problem(
        'START_DISABLED',
        'A START cannot be disabled: nothing would run.',
        'Enable it, or remove it.',
        at(start, '/disabled'),
      ),
    );
  }
  const [start] = starts;
  if (!start || isSequence) return found;
  const reached = reachableFrom(successorsOf(body), [start.id]);
  for (const node of body.nodes) {
    if (node.type === 'START' || node.type === 'NOTE' || reached.has(node.id)) continue;
    const help = 'Lead an edge to it, or remove it.';
    found.push(
      warning(
        'UNREACHABLE',
        `"${node.id}" cannot be reached from the START, and is skipped.`,
        help,
        at(node),
      ),
    );
  }
  return found;
}
