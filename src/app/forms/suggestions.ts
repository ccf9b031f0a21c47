import { createContext, useContext } from 'react';
import type { Suggestion } from './useSuggestions';

/** What may stand in a field, by the field's name: tools, models, variables. */
export type SuggestionsOf = (field: string) => readonly Suggestion[];

const NONE: readonly Suggestion[] = [];

export const SuggestionsContext = createContext<SuggestionsOf>(() => NONE);

export function useSuggestionsOf(field: string): readonly Suggestion[] {
  return useContext(SuggestionsContext)(field);
}
