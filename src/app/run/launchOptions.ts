import type { JsonObject } from '#base';
import type { Budget, Stop } from '#kernel';
import type { FileDocument } from '#plan';
import type { Branch } from '#runtime';

/** Where a run belongs (M4). */
export interface Placement {
  /** The session that it belongs to (L8). */
  readonly sessionId?: string;
  /** Runs that have to complete before it begins. */
  readonly dependsOn?: readonly string[];
  /** M3: the event that a machine which a goal starts publishes at its end. */
  readonly response?: string;
}

/** What a run is started with here. */
export interface LaunchOptions extends Placement {
  /** Starts paused, and takes one step. */
  readonly paused?: boolean;
  readonly input?: JsonObject;
  /** The files that inputs were read from (W8). */
  readonly inputFiles?: readonly FileDocument[];
  /** What stands in for capabilities that are not here was asked already. */
  readonly asIs?: boolean;
  /** Asks for inputs, session and order even where nothing is missing. */
  readonly ask?: boolean;
  readonly budget?: Budget;
  /** D1: the node of the open plan up to which it runs. */
  readonly stop?: Stop;
  /** Goes on from another run: the plan and its inputs are those of the branch (D1). */
  readonly branch?: Branch;
  /** What it is called in the list of runs; by its plan where nothing is said. */
  readonly name?: string;
}
