import type { PlannerFlavour } from '#plan';

/** P7: what the person's own attempts say of a model that plans in a flavour, as it stood when the run began. */
export interface ModelMeasure {
  /** Id of the model in this workspace. */
  readonly model: string;
  readonly flavour: PlannerFlavour;
  /** How often it was the first to be asked, and how often its first reply was accepted. */
  readonly tried: number;
  readonly accepted: number;
  /** What these attempts took together; micro-units where the price of each is known. */
  readonly tokens: number;
  readonly microUnits?: number;
}

/** How a model came to be asked first (P7): what is kept with each attempt. */
export interface ModelChoice {
  /** The models in the order in which they are asked, each with what was known of it when the run began. */
  readonly order: readonly RankedModel[];
  /** Whether measures have changed the order that the author gave. */
  readonly isChanged: boolean;
}

export interface RankedModel {
  readonly model: string;
  /** How often it was the first to be asked for a plan of this flavour, and how often its first reply was accepted. */
  readonly tried: number;
  readonly accepted: number;
  /** The share of accepted first replies is at least this, with a confidence of 90 %; null where too little is known. */
  readonly atLeast: number | null;
}
