import type { Json } from '#base';
import type { Catalogue } from '../schema/capabilityDescriptor';

/** P14: what becomes of steps that are goals, where their planner asks for such. */
export interface GoalSteps {
  /** `guided`: an agent works towards each; `single`: each is one call of its first tool. */
  readonly mode: 'guided' | 'single';
  /** Most turns of each agent, and the models that it may ask. */
  readonly maxIterations?: number;
  readonly models?: readonly string[];
  /** What tools that take files are given, as templates over the variables of the plan around. */
  readonly files?: readonly Json[];
}

/** The tools that steps are read with. */
export interface Tools {
  readonly catalogue: Catalogue;
  /** Ids of capabilities that are there besides, and that the steps may not name; absent where nobody knows. */
  readonly forbidden?: ReadonlySet<string>;
  /** Whether a text that other systems write for the result of a step is one (P4): in a planner's reply it is. */
  readonly placeholders?: boolean;
  /** Absent where steps are asked for that name their tools with inputs. */
  readonly goalSteps?: GoalSteps;
}

/** Of a reader that knows of no tool. */
export const NO_TOOLS: Tools = { catalogue: new Map() };
