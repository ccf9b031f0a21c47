import { type Diagnostic, type IdMint, type Json, plainText, problem, type Where } from '#base';

interface Named {
  readonly raw: Json | undefined;
  readonly id: string;
}

/** Finds the id of the step that a reference means; null with a problem at that place when none does. */
export interface Resolve {
  (reference: Json, where: Where): string | null;
  /** Whether a step is called so. */
  knows(reference: Json): boolean;
}

/**
 * How an edge's end finds its step: by what the reply calls it, by the id we gave it, or by its number where the steps
 * have none of their own. Models count from 0 or from 1 (case E2): the numbers used must fit only one of them.
 *
 * @param taken ids of all steps that there are, these among them
 */
export function resolverOf(steps: readonly Named[], taken: IdMint, problems: Diagnostic[]): Resolve {
  const byName = new Map<string, string>();
  for (const { raw, id } of steps) {
    byName.set(id, id);
    if (raw !== undefined) byName.set(plainText(raw), id);
  }
  const find = (name: string): string | undefined => byName.get(name) ?? (taken.has(name) ? name : undefined);
  const told = new Set<string>();
  const resolve = (reference: Json, where: Where): string | null => {
    const name = plainText(reference);
    const found = find(name);
    if (found !== undefined) return found;
    // One name that nobody has is one mistake, however often it is said.
    if (!told.has(name)) problems.push(unknown(reference, where));
    told.add(name);
    return null;
  };
  return Object.assign(resolve, { knows: (reference: Json) => find(plainText(reference)) !== undefined });
}

function unknown(reference: Json, where: Where): Diagnostic {
  if (typeof reference === 'number')
    return problem(
      'STEP_NUMBER_AMBIGUOUS',
      `An edge names step number ${reference}, and the steps have no such numbers: they may count from 0 or from 1.`,
      'Give every step an id and name that id.',
      where,
    );
  return problem(
    'UNKNOWN_STEP',
    `An edge names the step ${JSON.stringify(reference)}, and there is no step of that id.`,
    'Name the id of a step of this plan.',
    where,
  );
}
