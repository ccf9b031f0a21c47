import { type Diagnostic, problem } from '#base';
import { compileExpression } from '../expressions/expression';
import { isHostPattern } from '../policies';
import type { Policy } from '../schema/workspace';
import type { Rule } from './rule';

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
