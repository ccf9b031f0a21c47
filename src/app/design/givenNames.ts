import type { Variable } from '#plan';

const FIRST: readonly Variable['scope'][] = ['OUT', 'INTERNAL', 'IN'];

/** Variables whose value may be given back, what is meant for it first. */
export function givenNames(variables: readonly Variable[] | 'open' | undefined): readonly string[] {
  if (variables === undefined || variables === 'open') return [];
  return variables
    .toSorted((one, other) => FIRST.indexOf(one.scope) - FIRST.indexOf(other.scope))
    .map(({ id }) => id);
}

/** The template that gives the value of a variable as it is (V3); an empty one where there is no such variable. */
export function templateOf(name: string, names: readonly string[]): string {
  return names.includes(name) ? `{{ ${name} }}` : '';
}
