import { type Diagnostic, type Json, plainText, problem } from '#base';

/** A step by all that it is called. */
interface Named {
  readonly raw: Json | undefined;
  /** What a step of a map calls itself, where that is not its key. */
  readonly ownId: Json | undefined;
  readonly id: string;
  readonly field: string;
}

/**
 * Steps that are called like another: by its id, whether that is one of ours or not, or like an earlier step. Which of the
 * two an edge or an expression means cannot be told: never renamed, always refused (case E2). Two steps of one id of ours
 * are found by the plan's own rules.
 *
 * @param earlier ids of steps that were there before these
 */
export function duplicates(steps: readonly Named[], earlier: ReadonlySet<string>): readonly Diagnostic[] {
  const names = new Map<string, Named>();
  for (const step of steps) {
    const name = step.raw === undefined ? undefined : plainText(step.raw);
    if (name !== undefined && !names.has(name)) names.set(name, step);
  }
  const isSecond = (step: Named): boolean => {
    if (earlier.has(step.id)) return true;
    const named = step.raw === undefined ? step : names.get(plainText(step.raw));
    const inside = step.ownId === undefined ? step : (names.get(plainText(step.ownId)) ?? step);
    return (named !== step && step.raw !== step.id) || inside !== step;
  };
  return steps.filter(isSecond).map(({ raw, ownId, id, field }) => {
    const name = plainText(ownId ?? raw ?? id);
    const help = 'Give every step an id of its own.';
    return problem('DUPLICATE_ID', `Two steps are called "${name}".`, help, { node: id, field });
  });
}
