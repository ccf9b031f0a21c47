import type { Diagnostic, JsonObject } from '#base';

/** A state machine plan in our own JSON, not validated yet, with what was normalised and what is wrong with it. */
export interface MachineDraft {
  readonly plan: JsonObject;
  readonly repairs: readonly string[];
  readonly problems: readonly Diagnostic[];
}

/** What a machine is called that does not say so. */
export const UNNAMED_MACHINE = 'machine';
