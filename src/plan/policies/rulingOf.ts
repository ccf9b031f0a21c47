import type { Json } from '#base';
import { compileExpression, evaluate } from '../expressions/expression';
import type { Effect } from '../fields/effect';
import { allows } from '../hash/references';
import type { Policy } from '../schema/workspace';
import { type Destination, hostFits } from './destination';

export type Verdict = 'allow' | 'ask' | 'deny';

/** A call as policies look at it. */
export interface RuledCall {
  readonly capability: string;
  readonly effect: Effect;
  /** Absent before it is known: then a policy that looks at arguments cannot be decided. */
  readonly input?: Json;
  readonly destination: Destination;
  /** Chosen by a planner or an agent, and not by the author of the plan. */
  readonly isPlanned: boolean;
}

export interface Ruling {
  readonly verdict: Verdict;
  /** Place of the policy that decided; null for the built-in rest. */
  readonly policy: number | null;
}

/**
 * What the policies of a workspace say to a call (P13): the first that fits decides. After them stands the built-in rest:
 * planned calls that write, or of which nobody knows, ask; everything else is allowed.
 *
 * @returns null where it depends on arguments that are not known yet
 * @example rulingOf([{ when: { capability: 'mail.*' }, then: 'deny' }], call) // { verdict: 'deny', policy: 0 }
 */
export function rulingOf(policies: readonly Policy[], call: RuledCall): Ruling | null {
  for (const [place, policy] of policies.entries()) {
    const { then } = policy;
    if (then === undefined || !fitsWithoutArgument(policy, call)) continue;
    const fits = both(fitsHost(policy, then, call), fitsArgument(policy, then, call));
    if (fits === null) return null;
    if (fits) return { verdict: then, policy: place };
  }
  return { verdict: call.isPlanned && mayChange(call.effect) ? 'ask' : 'allow', policy: null };
}

/** Whether a call may change something outside, as far as anybody knows. */
export function mayChange(effect: Effect): boolean {
  return effect === 'write' || effect === 'unknown';
}

function fitsWithoutArgument({ when = {} }: Policy, { capability, effect }: RuledCall): boolean {
  return (
    (when.capability === undefined || allows(when.capability, capability)) &&
    (when.effect === undefined || when.effect === effect)
  );
}

/** Null where one of them is not known yet, and the other does not decide alone. */
function both(one: boolean | null, other: boolean | null): boolean | null {
  if (one === false || other === false) return false;
  return one === null || other === null ? null : true;
}

/** A host that cannot be told fits what asks and denies, and not what allows; before its arguments are known that is open. */
function fitsHost({ when = {} }: Policy, then: Verdict, { destination, input }: RuledCall): boolean | null {
  if (when.host === undefined) return true;
  if (destination === 'nowhere') return false;
  if (destination === 'unknown') return input === undefined ? null : then !== 'allow';
  return hostFits(when.host, destination.host);
}

/** An argument that cannot be evaluated fits what asks and denies, and not what allows. */
function fitsArgument({ when = {} }: Policy, then: Verdict, { input }: RuledCall): boolean | null {
  if (when.argument === undefined) return true;
  if (input === undefined) return null;
  const expression = compileExpression(when.argument);
  const value = expression.ok ? evaluate(expression.value, { input }) : expression;
  if (!value.ok || typeof value.value !== 'boolean') return then !== 'allow';
  return value.value;
}
