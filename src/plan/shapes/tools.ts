import type { Catalogue } from '../schema/capabilityDescriptor';

/** The tools that steps are read with. */
export interface Tools {
  readonly catalogue: Catalogue;
  /** Ids of capabilities that are there besides, and that the steps may not name; absent where nobody knows. */
  readonly forbidden?: ReadonlySet<string>;
}

/** Of a reader that knows of no tool. */
export const NO_TOOLS: Tools = { catalogue: new Map() };
