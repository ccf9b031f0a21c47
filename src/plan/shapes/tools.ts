import type { Catalogue } from '../schema/capabilityDescriptor';

/** The tools that steps are read with. */
export interface Tools {
  readonly catalogue: Catalogue;
  /** Ids of capabilities that are there besides, and that the steps may not name; absent where nobody knows. */
  readonly forbidden?: ReadonlySet<string>;
  /** Whether a text that other systems write for the result of a step is one (P4): in a planner's reply it is. */
  readonly placeholders?: boolean;
}

/** Of a reader that knows of no tool. */
export const NO_TOOLS: Tools = { catalogue: new Map() };
