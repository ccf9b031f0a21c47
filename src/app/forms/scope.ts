import { createContext, useContext } from 'react';
import type { JsonObject } from '#base';

/** What an expression may name, and what those names hold in the run that is shown. */
export interface ExpressionScope {
  readonly variables: readonly string[];
  /** Names and values of the shown run at its position; null while no run is shown. */
  readonly values: JsonObject | null;
}

const EMPTY: ExpressionScope = { variables: [], values: null };

export const ExpressionScopeContext = createContext<ExpressionScope>(EMPTY);

export function useExpressionScope(): ExpressionScope {
  return useContext(ExpressionScopeContext);
}
