import type { Address, Diagnostic, JsonObject } from '#base';
import type { PlanLimits, PlannerFlavour } from '#plan';
import type { PlanAgain } from '../command';

/** What all calls of one PLANNER ask for; each command adds its call number, model and repair. */
export interface PlanRequest {
  readonly node: string;
  readonly goal: string;
  readonly prompt: string | { readonly prompt: string } | null;
  readonly memory: JsonObject;
  readonly tools: readonly string[];
  readonly limits: Required<PlanLimits>;
  readonly depth: number;
  readonly text: string | null;
  readonly parser?: string;
  readonly subtreeCreator?: string;
}

/** Where a PLANNER stands in P5: which model, how many repairs, what was tried. Plain JSON. */
export interface Planning {
  /** The planner's address without attempt: its calls are `<base>!n`. */
  readonly base: Address;
  readonly request: PlanRequest;
  readonly flavour: PlannerFlavour;
  readonly use: string | null;
  /** Models in the order in which they are asked; null leaves the choice to the host. */
  readonly models: readonly (string | null)[];
  /** Place in `models`. */
  readonly model: number;
  /** Further calls that this model has had. */
  readonly repairs: number;
  readonly maxRepairs: number;
  /** Models have given up: the rule planner is asked (P5). */
  readonly fallback: boolean;
  readonly repair: { readonly reply: string; readonly problems: readonly Diagnostic[] } | null;
  /** One sentence for each call that came to nothing. */
  readonly tried: readonly string[];
  /** Whether a model has replied, without a plan that may be taken. */
  readonly replied: boolean;
  /** What helps against the last model that could not be asked at all. */
  readonly help: string | null;
  /** The plan that it is asked about again; null for a plan to begin with. */
  readonly again: PlanAgain | null;
  readonly planVariable: string;
  readonly resultVariable: string | null;
}

/** The same planning from its first model on, with nothing tried yet. */
export function anew(planning: Planning): Planning {
  return {
    ...planning,
    model: 0,
    repairs: 0,
    fallback: false,
    repair: null,
    tried: [],
    replied: false,
    help: null,
  };
}
