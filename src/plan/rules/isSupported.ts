import { type Diagnostic, problem, type Where } from '#base';
import type { NodeOf, PlanNode } from '../nodes/node';
import type { Rule, Subject } from './rule';
import { UNSUPPORTED_ANSWERS, UNSUPPORTED_FIELDS } from './supported';

/** C1: whatever cannot be run is refused before it runs. What this version does not run is in `supported.ts`. */
export const isSupported: Rule = (subject) => [
  ...ofPolicies(subject),
  ...subject.nodes.flatMap(({ node }) => [...ofFields(node, subject), ...ofType(node, subject)]),
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

function ofType(node: PlanNode, subject: Subject): readonly Diagnostic[] {
  return node.type === 'PLAN_EXECUTOR' ? ofExecutor(node, subject) : [];
}

function ofExecutor(node: NodeOf<'PLAN_EXECUTOR'>, { at }: Subject): readonly Diagnostic[] {
  const { answer } = node.params ?? {};
  if (answer === undefined || !UNSUPPORTED_ANSWERS.has(answer)) return [];
  return [notRun(`An answer by ${answer} (of "${node.id}") is`, 'Use "none"', at(node, '/params/answer'))];
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
