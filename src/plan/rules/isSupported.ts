import { type Diagnostic, problem } from '#base';
import type { Rule } from './rule';

/** C1: whatever cannot be run is refused before it runs. No capability of this version has a host that a policy could name. */
export const isSupported: Rule = ({ authored }) =>
  (authored?.workspace.policies ?? []).flatMap((policy, index) =>
    policy.then === undefined || policy.when?.host === undefined ? [] : [hostNotRun(index)],
  );

function hostNotRun(index: number): Diagnostic {
  return problem(
    'NOT_SUPPORTED',
    'Policies about hosts are not run by this version.',
    'Remove "host"; the document keeps it until then.',
    { field: `/policies/${index}/when/host` },
  );
}
