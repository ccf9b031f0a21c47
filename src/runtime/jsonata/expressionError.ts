import { CallError } from '../callError';

/** Why an expression of JSONata has no value. */
export function expressionError(reason: string): CallError {
  return new CallError({
    code: 'EXPRESSION_ERROR',
    message: `The JSONata expression failed: ${reason}.`,
    help: 'Fix the expression; the variables it sees are those of the plan.',
  });
}
