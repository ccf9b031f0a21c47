import { type Diagnostic, problem } from '#base';
import { asksModel, capabilitiesUsedBy, MODEL_CAPABILITY } from '../graph/calls';
import type { PlanNode } from '../nodes/node';
import { destinationOf, rulingOf } from '../policies';

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
