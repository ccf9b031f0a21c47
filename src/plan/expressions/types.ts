import { TypeError as CelTypeError, type Environment } from '@marcbachmann/cel-js';
import { makeEnvironment } from './environment';

/** The types of CEL that a JSON Schema can be certain of. */
export type VariableType = 'string' | 'double' | 'bool';

let plain: Environment | undefined;

/**
 * What CEL's own type checker finds in an expression, given the types of some variables; others may be anything.
 *
 * @returns the first problem and its place, or null; null too when the expression cannot be read at all
 */
export function typeProblem(
  source: string,
  types: ReadonlyMap<string, VariableType>,
): { readonly message: string; readonly offset: number } | null {
  const { error } = environmentFor(types).check(source);
  if (!(error instanceof CelTypeError)) return null;
  return { message: error.summary.replace(/\.$/, ''), offset: error.range?.start ?? 0 };
}

const known = new WeakMap<ReadonlyMap<string, VariableType>, Environment>();

function environmentFor(types: ReadonlyMap<string, VariableType>): Environment {
  const made = known.get(types);
  if (made) return made;
  plain ??= makeEnvironment();
  const environment = plain.clone();
  for (const [name, type] of types) environment.registerVariable(name, type);
  known.set(types, environment);
  return environment;
}
