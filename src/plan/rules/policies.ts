import { type Diagnostic, problem } from '#base';
import { compileExpression } from '../expressions/expression';
import { asksModel, capabilitiesUsedBy, MODEL_CAPABILITY } from '../graph/calls';
import type { PlanNode } from '../nodes/node';
import { destinationOf, isHostPattern, rulingOf } from '../policies';
import type { Policy } from '../schema/workspace';
import type { Rule, Subject } from './rule';

/** P13: what the policies of the workspace deny whatever its arguments are is a problem before it runs. */
export const policiesAllow: Rule = (subject) => {
  const policies = subject.authored?.workspace.policies ?? subject.proposed?.policies ?? [];
  if (policies.length === 0) return [];
  return subject.nodes.flatMap(({ node }) =>
    callsOf(node).flatMap(({ id, field }) => {
      const descriptor = subject.catalogue.get(id);
      // Which model is asked, and so where, is known when it is.
      const destination = id === MODEL_CAPABILITY ? 'unknown' : destinationOf(descriptor, undefined);
      const ruling = rulingOf(policies, {
        capability: id,
        effect: descriptor?.effect ?? 'unknown',
        destination,
        isPlanned: subject.proposed !== null,
      });
      return ruling?.verdict === 'deny' ? [denied(id, node, field, subject)] : [];
    }),
  );
};

function callsOf(node: PlanNode): readonly { readonly id: string; readonly field: string }[] {
  const used = capabilitiesUsedBy(node);
  return asksModel(node) ? [...used, { id: MODEL_CAPABILITY, field: '/type' }] : used;
}

function denied(id: string, node: PlanNode, field: string, { at }: Subject): Diagnostic {
  const message = `The policies of this workspace deny calls of "${id}".`;
  return problem('POLICY_DENIED', message, 'Take the step out, or change the policy.', at(node, field));
}

/** P13: a host that no call could go to would be a sentence that decides nothing, though it reads as if it did. */
export const policyHosts: Rule = ({ authored }) =>
  (authored?.workspace.policies ?? []).flatMap(({ when = {} }, index) =>
    when.host === undefined || isHostPattern(when.host) ? [] : [notAHost(when.host, `/policies/${index}`)],
  );

/** What is wrong with one policy by itself: `field` points into it. */
export function checkPolicy({ when = {} }: Policy): readonly Diagnostic[] {
  const read = when.argument === undefined ? null : compileExpression(when.argument);
  const found = when.host === undefined || isHostPattern(when.host) ? [] : [notAHost(when.host, '')];
  if (read === null || read.ok) return found;
  return [...found, { ...read.problem, where: { ...read.problem.where, field: '/when/argument' } }];
}

function notAHost(host: string, policy: string): Diagnostic {
  return problem(
    'POLICY_HOST_INVALID',
    `“${host}” is not a host that a policy can name.`,
    'Write a host in lower case, without scheme, port and path, such as api.example.com, or *.example.com for all hosts under it.',
    { field: `${policy}/when/host` },
  );
}
