import { typeProblem, typeProblemOfCondition } from '#plan';

const CHECKS = { value: typeProblem, condition: typeProblemOfCondition } as const;

/** Of no variable is anything known: it may be anything. */
const NO_TYPES: Parameters<typeof typeProblem>[1] = new Map();

/**
 * Why CEL refuses an expression whatever its variables are; null where it does not. CEL looks at the types of the whole before
 * it evaluates any of it, where JavaScript throws only if it comes to the part that fits nothing.
 */
export function refusedByTypes(kind: keyof typeof CHECKS, cel: string): string | null {
  const problem = CHECKS[kind](cel, NO_TYPES);
  return problem === null ? null : `part of it would always throw: in CEL, ${problem.message}`;
}
