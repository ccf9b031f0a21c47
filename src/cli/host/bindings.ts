import { absentIn } from '#capabilities';
import type { CapabilityDescriptor, Workspace } from '#plan';
import type { Capabilities, Capability } from '#runtime';
import { refuse } from '../outcome';

/**
 * H1 `--bind NAME=CAPABILITY`: a name in the plan stands for a capability of this host.
 *
 * @throws Refusal when the capability is not there, or the argument is not of that form
 */
export function withBindings(capabilities: Capabilities, bindings: readonly string[]): Capabilities {
  if (bindings.length === 0) return capabilities;
  const added = bindings.map((binding) => bound(capabilities, binding));
  return withMore(capabilities, added);
}

/** H1 `--stub-unresolved`: every capability that is not there answers with an echo of its input. */
export function withStubs(capabilities: Capabilities, workspace: Workspace): Capabilities {
  const absent = absentIn(workspace.plans, workspace, capabilities);
  return withMore(
    capabilities,
    absent.map(({ id }) => stub(id)),
  );
}

function bound(capabilities: Capabilities, binding: string): Capability {
  const [, name, id] = /^([^=]+)=(.+)$/.exec(binding) ?? [];
  if (name === undefined || id === undefined)
    throw refuse(
      'USAGE',
      `--bind takes NAME=CAPABILITY, not "${binding}".`,
      'For example --bind search=documents.search.',
    );
  const found = capabilities.find(id);
  if (!found)
    throw refuse(
      'CAPABILITY_UNKNOWN',
      `There is no capability "${id}" here.`,
      '"planloom capabilities" lists them.',
    );
  return {
    descriptor: { ...found.descriptor, id: name },
    run: (input, context) => found.run(input, context),
  };
}

function stub(id: string): Capability {
  const descriptor: CapabilityDescriptor = {
    id,
    title: id,
    description: 'Stands in for a capability that is not here: answers with its input.',
    input: {},
    output: {},
    effect: 'pure',
  };
  return { descriptor, run: async (input) => input };
}

function withMore(capabilities: Capabilities, added: readonly Capability[]): Capabilities {
  const more = new Map(added.map((capability) => [capability.descriptor.id, capability]));
  const catalogue = new Map(capabilities.catalogue);
  for (const [id, { descriptor }] of more) catalogue.set(id, descriptor);
  return { catalogue, find: (id) => more.get(id) ?? capabilities.find(id) };
}
