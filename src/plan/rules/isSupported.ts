import { type Diagnostic, problem, type Where } from '#base';
import type { PlanNode } from '../nodes/node';
import type { Rule, Subject } from './rule';
import { UNSUPPORTED_FIELDS } from './supported';

/** C1: whatever cannot be run is refused before it runs. What this version does not run is in `supported.ts`. */
export const isSupported: Rule = (subject) => [
  ...ofPolicies(subject),
  ...subject.nodes.flatMap(({ node }) => ofFields(node, subject)),
];

function ofPolicies({ authored }: Subject): readonly Diagnostic[] {
  return (authored?.workspace.policies ?? []).flatMap((policy, index) =>
    policy.then === undefined || policy.when?.host === undefined
      ? []
      : [notRun('Policies about hosts are', 'Remove "host"', { field: `/policies/${index}/when/host` })],
  );
}

function ofFields(node: PlanNode, { at }: Subject): readonly Diagnostic[] {
  return UNSUPPORTED_FIELDS.filter(([field]) => node[field] !== undefined && node[field] !== false).map(
    ([field, title]) => notRun(`${title} (of "${node.id}")`, `Remove "${field}"`, at(node, `/${field}`)),
  );
}

function notRun(what: string, help: string, where: Where): Diagnostic {
  const subject = / (?:is|are)$/.test(what) ? what : `${what} are`;
  return problem(
    'NOT_SUPPORTED',
    `${subject} not run by this version.`,
    `${help}; the document keeps it until then.`,
    where,
  );
}
