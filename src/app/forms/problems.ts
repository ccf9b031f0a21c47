import type { Diagnostic } from '#base';

/**
 * The problems that lie at or under a place, told from there.
 *
 * @param pointer JSON Pointer (RFC 6901) into what the problems are about
 */
export function problemsInside(
  problems: readonly Diagnostic[] | undefined,
  pointer: string,
): readonly Diagnostic[] {
  if (problems === undefined) return [];
  return problems.flatMap((problem) => {
    const { field } = problem.where;
    if (field !== pointer && !field?.startsWith(`${pointer}/`)) return [];
    return [{ ...problem, where: { ...problem.where, field: field.slice(pointer.length) } }];
  });
}

const WEIGHT = { error: 0, warning: 1, info: 2 };

/** The one to show where there is room for one: the gravest, in document order. */
export function worstOf(problems: readonly Diagnostic[]): Diagnostic | undefined {
  return problems.toSorted((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity])[0];
}
