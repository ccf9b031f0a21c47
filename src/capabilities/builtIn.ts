import type { Catalogue } from '#plan';
import type { Capabilities, Capability } from '#runtime';
import { jsonata } from './data/jsonata';
import { documentCapabilities } from './documents';
import { echo } from './echo';
import { ask } from './human/ask';
import { generate } from './model/generate';
import { sessionCapabilities } from './session';
import { tableCapabilities } from './table';
import { textCapabilities } from './text';

const BUILT_IN: ReadonlyMap<string, Capability> = new Map(
  [
    ...tableCapabilities,
    ...documentCapabilities,
    generate,
    jsonata,
    ...textCapabilities,
    ...sessionCapabilities,
    ask,
    echo,
  ].map((capability) => [capability.descriptor.id, capability]),
);

/** What every Planloom can call, whatever the host: what planners, palette and validation know of it. */
export const BUILT_IN_CATALOGUE: Catalogue = new Map(
  [...BUILT_IN.values()].map(({ descriptor }) => [descriptor.id, descriptor]),
);

/** The built-in capabilities as a host gets them. */
export function builtInCapabilities(): Capabilities {
  return { catalogue: BUILT_IN_CATALOGUE, find: (id) => BUILT_IN.get(id) };
}
