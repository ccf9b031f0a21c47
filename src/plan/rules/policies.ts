import { type Diagnostic, isJsonObject, type Json, own, problem } from '#base';
import { compileExpression, evaluate } from '../expressions/expression';
import type { Effect } from '../fields/fields';
import { asksModel, capabilitiesUsedBy, MODEL_CAPABILITY } from '../graph/calls';
import { allows } from '../hash/planHash';
import type { PlanNode } from '../nodes/node';
import type { CapabilityDescriptor } from '../schema/capabilityDescriptor';
import type { Policy } from '../schema/workspace';
import type { Rule, Subject } from './rule';

type Verdict = 'allow' | 'ask' | 'deny';

/** Where a call goes: to a host, to nobody outside, or to a host that cannot be told. */
export type Destination = { readonly host: string } | 'nowhere' | 'unknown';

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

/** Whether a call may change something outside, as far as anybody knows. */
export function mayChange(effect: Effect): boolean {
  return effect === 'write' || effect === 'unknown';
}

/**
 * The policy above one that fits every call that it fits, so that it can never decide (P13).
 *
 * @returns the place of the first such policy; null where it may decide, as far as can be told from what both say
 * @example coveredBy([{ when: { capability: 'mail.*' }, then: 'deny' }, { when: { capability: 'mail.send' }, then: 'ask' }], 1) // 0
 */
export function coveredBy(policies: readonly Policy[], place: number): number | null {
  const policy = policies[place];
  if (policy?.then === undefined) return null;
  const above = policies.slice(0, place).findIndex((one) => covers(one, policy));
  return above === -1 ? null : above;
}

function covers(above: Policy, below: Policy): boolean {
  if (above.then === undefined) return false;
  const { capability, effect, host, argument } = above.when ?? {};
  const inner = below.when ?? {};
  // What cannot be told of a host or an argument fits what asks and denies, and not what allows.
  const isDoubtful = above.then === 'allow' && below.then !== 'allow';
  return (
    (capability === undefined || coversId(capability, inner.capability)) &&
    (effect === undefined || effect === inner.effect) &&
    (host === undefined || (!isDoubtful && coversHost(host, inner.host))) &&
    (argument === undefined || (!isDoubtful && argument === inner.argument))
  );
}

/** A pattern that ends in `*` is covered by one that begins as it does. */
function coversId(above: string, below: string | undefined): boolean {
  if (below === undefined) return above === '*';
  return below.endsWith('*')
    ? above.endsWith('*') && below.startsWith(above.slice(0, -1))
    : allows(above, below);
}

function coversHost(above: string, below: string | undefined): boolean {
  if (below === undefined) return false;
  return above === below || (above.startsWith('*.') && below.endsWith(above.slice(1)));
}

/** What the formats of JSON Schema call an address, and how a parameter is named that takes one where its schema does not say. */
const ADDRESS_FORMATS: ReadonlySet<Json | undefined> = new Set(['uri', 'url', 'iri']);
const ADDRESS_NAME = 'url';

/** The parameter of a capability that takes the address to call; null where it has none. */
export function addressParameter({ input }: Pick<CapabilityDescriptor, 'input'>): string | null {
  const properties = own(input, 'properties');
  if (!isJsonObject(properties)) return null;
  const said = Object.entries(properties).find(
    ([, schema]) => isJsonObject(schema) && ADDRESS_FORMATS.has(own(schema, 'format')),
  );
  return said?.[0] ?? (Object.hasOwn(properties, ADDRESS_NAME) ? ADDRESS_NAME : null);
}

/**
 * Where a call goes, by the argument that is an address.
 *
 * @param input undefined before it is known
 */
export function destinationOf(
  descriptor: Pick<CapabilityDescriptor, 'input'> | undefined,
  input: Json | undefined,
): Destination {
  const parameter = descriptor === undefined ? null : addressParameter(descriptor);
  if (parameter === null) return 'nowhere';
  if (input === undefined) return 'unknown';
  const address = isJsonObject(input) ? own(input, parameter) : input;
  if (address === undefined || address === null) return 'nowhere';
  const host = typeof address === 'string' ? hostOfAddress(address) : null;
  return host === null ? 'unknown' : { host };
}

const PLAIN_ADDRESS = /^(?:https?|wss?):\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#]|$)/;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
/** What ends in a number is read as an IPv4 address, in whichever of its spellings. */
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/;

/**
 * The host of an address, in lower case. Only what every reader of addresses takes for the same host has one: no user
 * name, no letters beyond ASCII, no other spelling of an IPv4 address (case A3).
 *
 * @returns null where it cannot be told
 */
function hostOfAddress(address: string): string | null {
  const [, found] = PLAIN_ADDRESS.exec(address.toLowerCase()) ?? [];
  if (found === undefined) return null;
  const host = found.endsWith('.') ? found.slice(0, -1) : found;
  if (host === '' || host.includes('..') || host.startsWith('.')) return null;
  return ENDS_IN_NUMBER.test(host) && !IPV4.test(host) ? null : host;
}

const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
/** How a policy can name hosts: one, or `*.` and a domain for every host under it. */
const HOST_PATTERN = new RegExp(`^(?:\\*\\.)?${LABEL}(?:\\.${LABEL})*$|^\\[[0-9a-f:.]+\\]$`);

/** Whether a policy's host is that of a call: the same, or one under the domain behind `*.` (P13). */
function hostFits(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

/** What stands before the first hole of a template, as long as the host ends there. */
const FIXED_BEGINNING = /^[a-z]+:\/\/[^/?#]+[/?#]/i;

/** Whether a template gives the same host whatever fills its holes: then whoever wrote it has picked that. */
export function hasFixedHost(template: string): boolean {
  const [beginning = ''] = template.split('{{', 1);
  const isWhole = beginning === template;
  return hostOfAddress(beginning) !== null && (isWhole || FIXED_BEGINNING.test(beginning));
}

/** Whether policies let planners make plans while a plan runs (P13): one that says off is enough to forbid it. */
export function mayPlan(policies: readonly Policy[]): boolean {
  return policies.every(({ dynamicPlans }) => dynamicPlans !== 'off');
}

/** The same policies with planners allowed, or forbidden. */
export function withPlanning(policies: readonly Policy[], allowed: boolean): readonly Policy[] {
  const rest = policies.flatMap(({ dynamicPlans, ...policy }) =>
    Object.keys(policy).length > 0 ? [policy] : [],
  );
  return allowed ? rest : [{ dynamicPlans: 'off' }, ...rest];
}

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
  (authored?.workspace.policies ?? []).flatMap(({ when }, index) => ofHost(when?.host, `/policies/${index}`));

/** What is wrong with one policy by itself: `field` points into it. */
export function checkPolicy({ when = {} }: Policy): readonly Diagnostic[] {
  const read = when.argument === undefined ? null : compileExpression(when.argument);
  const found = ofHost(when.host, '');
  if (read === null || read.ok) return found;
  return [...found, { ...read.problem, where: { ...read.problem.where, field: '/when/argument' } }];
}

function ofHost(host: string | undefined, policy: string): readonly Diagnostic[] {
  if (host === undefined || HOST_PATTERN.test(host)) return [];
  const message = `“${host}” is not a host that a policy can name.`;
  const help =
    'Write a host in lower case, without scheme, port and path, such as api.example.com, or *.example.com for all hosts under it.';
  return [problem('POLICY_HOST_INVALID', message, help, { field: `${policy}/when/host` })];
}
