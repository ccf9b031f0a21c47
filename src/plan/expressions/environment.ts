import { Environment } from '@marcbachmann/cel-js';
import { registerGuards } from './guards';
import { registerHandles } from './handles';

/**
 * CEL as V3 wants it. JSON numbers enter as doubles and literals may be ints, so the operators that CEL does not
 * define between the two are registered; list and map literals may mix types; `.?` and `orValue` are there.
 */
export function makeEnvironment(): Environment {
  const environment = new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
  });
  registerArithmetic(environment);
  registerConcatenation(environment);
  registerGuards(environment);
  registerHandles(environment);
  return environment;
}

const ARITHMETIC: readonly (readonly [string, (a: number, b: number) => number])[] = [
  ['+', (a, b) => a + b],
  ['-', (a, b) => a - b],
  ['*', (a, b) => a * b],
  ['/', (a, b) => a / b],
  ['%', (a, b) => a % b],
];

function registerArithmetic(environment: Environment): void {
  for (const [sign, compute] of ARITHMETIC) {
    environment.registerOperator(`double ${sign} int: double`, (a: number, b: bigint) =>
      compute(a, Number(b)),
    );
    environment.registerOperator(`int ${sign} double: double`, (a: bigint, b: number) =>
      compute(Number(a), b),
    );
  }
  environment.registerOperator('double % double: double', (a: number, b: number) => a % b);
  // `!=` and the other way round come with it.
  environment.registerOperator('double == int: bool', (a: number, b: bigint) => a === Number(b));
}

/** Text and number, as people write `"n = " + n`. */
function registerConcatenation(environment: Environment): void {
  for (const number of ['double', 'int']) {
    environment.registerOperator(
      `string + ${number}: string`,
      (a: string, b: number | bigint) => a + String(b),
    );
    environment.registerOperator(
      `${number} + string: string`,
      (a: number | bigint, b: string) => String(a) + b,
    );
  }
}
