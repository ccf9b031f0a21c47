import { type Diagnostic, type JsonObject, problem } from '#base';

/** A step as a node of ours without its id, or the reason why it is none. Repairs are told in words. */
export interface StepReading {
  readonly node: JsonObject | null;
  readonly repairs: readonly string[];
  readonly problems: readonly Diagnostic[];
}

export function read(node: JsonObject, repairs: readonly string[] = []): StepReading {
  return { node, repairs, problems: [] };
}

export function refused(code: string, message: string, help: string): StepReading {
  return notRead(problem(code, message, help));
}

export function notRead(reason: Diagnostic): StepReading {
  return { node: null, repairs: [], problems: [reason] };
}
