import type { Closure } from '../fact';

/**
 * The models that a PLANNER asks, in order (P5): those it names, else those of the workspace; the first and up to
 * `modelRetries` others. Where there is none the host chooses.
 */
export function modelsOf(
  closure: Closure,
  params: { readonly models?: readonly string[] | undefined; readonly modelRetries?: number | undefined },
): readonly (string | null)[] {
  const named = params.models ?? closure.models.map(({ id }) => id);
  const asked = named.slice(0, 1 + (params.modelRetries ?? 2));
  return asked.length > 0 ? asked : [null];
}
