import { type Diagnostic, type Json, plainText, problem } from '#base';

interface Named {
  readonly raw: Json | undefined;
  readonly id: string;
}

/** Finds the id of the step that a reference means; null with a problem when none does. */
export type Resolve = (reference: Json) => string | null;

/**
 * How an edge's end finds its step: by what the reply calls it, by the id we gave it, or by its number where the steps
 * have none of their own. Models count from 0 or from 1 (case E2): the numbers used must fit only one of them.
 */
export function resolverOf(steps: readonly Named[], problems: Diagnostic[]): Resolve {
  const byName = new Map<string, string>();
  for (const { raw, id } of steps) {
    byName.set(id, id);
    if (raw !== undefined) byName.set(plainText(raw), id);
  }
  return (reference) => {
    const found = byName.get(plainText(reference));
    if (found !== undefined) return found;
    problems.push(typeof reference === 'number' ? ambiguousNumber(reference) : unknownStep(reference));
    return null;
  };
}

function unknownStep(reference: Json): Diagnostic {
  return problem(
    'UNKNOWN_STEP',
    `A step follows ${JSON.stringify(reference)}, and there is no step of that id.`,
    'Name the id of a step of this plan.',
  );
}

function ambiguousNumber(reference: number): Diagnostic {
  return problem(
    'STEP_NUMBER_AMBIGUOUS',
    `A step follows number ${reference}, and the steps have no such numbers: they may count from 0 or from 1.`,
    'Give every step an id and name that id.',
  );
}
