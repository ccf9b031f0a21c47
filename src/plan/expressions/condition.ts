import type { Environment } from '@marcbachmann/cel-js';
import { err, type Json, ok, type Result } from '#base';
import {
  type Expression,
  type ExpressionError,
  evaluate,
  makeEnvironment,
  readerFor,
  type Scope,
  toJson,
} from './expression';
import { allParts } from './references';

/** Who answers what a condition of a machine may ask besides the values that it reads (M1, M6). */
export interface Asked {
  /** Whether a state is active. */
  inState(id: string): boolean;
  /** Whether a named guard holds; what it throws makes the condition fail. */
  guard(name: string, params: Json): boolean;
}

/** A name that a condition asks about, and where it stands in the source, in UTF-16 code units. */
interface AskedName {
  readonly by: 'inState' | 'guard';
  /** Null where it is not written out as text, so that it is known only when it is asked. */
  readonly name: string | null;
  readonly offset: number;
}

/**
 * Reads the condition of a transition: CEL with two functions more, `inState("id")` and `guard("name", params)`.
 * Results are kept by source.
 *
 * @returns the condition, or one diagnostic `EXPRESSION_INVALID` with the place in `where.offset`
 * @example compileCondition('score > 2 && inState("idle")')
 */
export const compileCondition = readerFor(makeConditionEnvironment);

/**
 * Evaluates a condition, bounded as all expressions are (case C3): guards that it asks, and that ask others, are paid
 * for by the same meter.
 *
 * @param handles as for `evaluate`
 * @returns true or false; an error where it is neither
 */
export function evaluateCondition(
  condition: Expression,
  scope: Scope,
  asked: Asked,
  handles = true,
): Result<boolean, ExpressionError> {
  const before = answering;
  answering = asked;
  try {
    const value = evaluate(condition, scope, handles);
    if (!value.ok) return value;
    if (typeof value.value === 'boolean') return ok(value.value);
    const message = `The condition "${condition.source}" is neither true nor false.`;
    return err({ code: 'EXPRESSION_ERROR', message });
  } finally {
    answering = before;
  }
}

/** The states and guards that a condition asks about, in the order in which they are written. */
export function namesAskedIn({ tree }: Expression): readonly AskedName[] {
  const found: AskedName[] = [];
  for (const part of allParts(tree)) {
    if (part.op !== 'call') continue;
    const [by, [first]] = part.args;
    if (by !== 'inState' && by !== 'guard') continue;
    const name = first?.op === 'value' && typeof first.args === 'string' ? first.args : null;
    found.push({ by, name, offset: first?.start ?? part.start });
  }
  return found;
}

/** Evaluation is synchronous, so the functions of the one environment look here for who answers. */
let answering: Asked = { inState: () => false, guard: () => false };

export function makeConditionEnvironment(): Environment {
  const made = makeEnvironment();
  made.registerFunction('inState(string): bool', (id: string) => answering.inState(id));
  made.registerFunction('guard(string): bool', (name: string) => answering.guard(name, null));
  made.registerFunction('guard(string, dyn): bool', (name: string, params: unknown) => {
    const given = toJson(params, true);
    if (!given.ok) throw new TypeError(`the parameters of "${name}" are no JSON: ${given.problem}`);
    return answering.guard(name, given.value);
  });
  return made;
}
