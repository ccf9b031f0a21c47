import { type Diagnostic, problem } from '#base';
import { isHostPattern } from '../policies';
import type { Rule } from './rule';

/** P13: a host that no call could go to would be a sentence that decides nothing, though it reads as if it did. */
export const policyHosts: Rule = ({ authored }) =>
  (authored?.workspace.policies ?? []).flatMap(({ when = {} }, index) =>
    when.host === undefined || isHostPattern(when.host) ? [] : [notAHost(when.host, index)],
  );

function notAHost(host: string, index: number): Diagnostic {
  return problem(
    'POLICY_HOST_INVALID',
    `“${host}” is not a host that a policy can name.`,
    'Write a host in lower case, without scheme, port and path, such as api.example.com, or *.example.com for all hosts under it.',
    { field: `/policies/${index}/when/host` },
  );
}
