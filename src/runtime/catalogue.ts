import type { CapabilityDescriptor, Catalogue, Workspace } from '#plan';
import type { Capabilities } from './ports';

/**
 * All that plans of a workspace may name: what this host offers and what the workspace brings. A workspace cannot
 * replace a capability of the host by one of its own with the same id.
 */
export function catalogueOf(workspace: Workspace, capabilities: Capabilities): Catalogue {
  const catalogue = new Map<string, CapabilityDescriptor>();
  for (const { make: _make, ...descriptor } of workspace.capabilities)
    catalogue.set(descriptor.id, descriptor);
  for (const [id, descriptor] of capabilities.catalogue) catalogue.set(id, descriptor);
  return catalogue;
}
