import type { Json } from '#base';
import {
  type CapabilityDescriptor,
  compileTemplate,
  type Effect,
  fill,
  type Making,
  makingOf,
  type Workspace,
} from '#plan';
import { CallResult, type Capabilities, type Capability } from '#runtime';
import { failure } from '../fail';

type Entry = Workspace['capabilities'][number];

/**
 * What a host offers, and what a workspace makes besides (A2): names that use a capability of the host, or that answer by
 * themselves. A workspace never replaces what the host has, and what it makes has at least the effect of what it uses.
 *
 * @param workspace entries without a `make`, or made in a way that is not known, stay absent
 */
export function withMade(capabilities: Capabilities, { capabilities: entries }: Workspace): Capabilities {
  const made = new Map<string, Capability>();
  for (const entry of entries) {
    if (capabilities.find(entry.id) !== undefined) continue;
    const capability = madeOf(entry, capabilities);
    if (capability !== null) made.set(entry.id, capability);
  }
  if (made.size === 0) return capabilities;
  const catalogue = new Map(capabilities.catalogue);
  for (const [id, { descriptor }] of made) catalogue.set(id, descriptor);
  return { catalogue, find: (id) => capabilities.find(id) ?? made.get(id) };
}

function madeOf({ make, ...descriptor }: Entry, host: Capabilities): Capability | null {
  const making = make === undefined ? null : makingOf(make);
  if (making === null) return null;
  return making.kind === 'answer' ? answering(descriptor, making) : using(descriptor, making, host);
}

function answering(
  descriptor: CapabilityDescriptor,
  { value }: Extract<Making, { kind: 'answer' }>,
): Capability {
  return {
    descriptor: { ...descriptor, effect: raised('pure', descriptor.effect) },
    isLocal: true,
    run: async (input) => filled(value, { input }, descriptor.id),
  };
}

function using(
  descriptor: CapabilityDescriptor,
  making: Extract<Making, { kind: 'use' }>,
  host: Capabilities,
): Capability | null {
  const target = host.find(making.capability);
  if (target === undefined) return null;
  const { id } = descriptor;
  const { effect, idempotent = false, tags = [] } = target.descriptor;
  return {
    descriptor: {
      ...descriptor,
      effect: raised(effect, descriptor.effect),
      idempotent,
      tags: [...new Set([...(descriptor.tags ?? []), ...tags])],
    },
    isLocal: target.isLocal === true,
    run: async (input, context) => {
      const given = making.input === undefined ? input : filled(making.input, { input }, id);
      const result = await target.run(given, context);
      if (making.output === undefined) return result;
      const value = result instanceof CallResult ? result.value : result;
      const answer = filled(making.output, { input, result: value }, id);
      return result instanceof CallResult ? new CallResult(answer, result.usage, result.flow) : answer;
    },
  };
}

/** The effect that something has by how it is made, or more where its author says so; "unknown" is what nobody has said. */
function raised(made: Effect, said: Effect): Effect {
  return said !== 'unknown' && RANK[said] > RANK[made] ? said : made;
}

const RANK: Readonly<Record<Effect, number>> = { pure: 0, read: 1, write: 2, unknown: 3 };

/** @throws CallError where the template cannot be filled */
function filled(template: Json, scope: { readonly [name: string]: Json }, id: string): Json {
  const read = compileTemplate(template);
  const value = read.ok ? fill(read.value, new Map(Object.entries(scope))) : null;
  if (value?.ok) return value.value;
  const problem = value === null ? (read.ok ? undefined : read.problem[0]) : value.problem;
  throw failure(
    'STAND_IN_FAILED',
    `What stands in for "${id}" cannot answer. ${problem?.message ?? ''}`.trim(),
    'Change what it gives back: its template sees input, and result where it uses another capability.',
  );
}
