import { createContext, useContext } from 'react';
import type { Suggestion } from '../parts/Combobox';

export type ExpressionLanguage = 'cel' | 'jsonata' | 'template';

/** The word at the caret that can be completed, and where it stands. */
export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly prefix: string;
}

/**
 * What could be completed at a caret: the name that ends there. In a template only inside `{{ }}`; never after a
 * dot, inside a quoted text, or after a digit.
 *
 * @example completionAt('{{ que', 6, 'template') // { from: 3, to: 6, prefix: 'que' }
 */
export function completionAt(text: string, caret: number, language: ExpressionLanguage): Completion | null {
  const before = text.slice(0, caret);
  const open = language === 'template' ? before.lastIndexOf('{{') : -2;
  if (language === 'template' && (open < 0 || before.indexOf('}}', open) >= 0)) return null;
  const inside = before.slice(open + 2);
  if (insideQuotes(inside)) return null;
  const prefix = /[A-Za-z_$][A-Za-z0-9_]*$/.exec(inside)?.[0] ?? '';
  const charBefore = inside.at(-1 - prefix.length) ?? '';
  if (/[.\w]/.test(charBefore)) return null;
  return { from: caret - prefix.length, to: caret, prefix };
}

/** The names that begin with the prefix, exact case first; none when the prefix is already one of them. */
export function matching(names: readonly string[], prefix: string): readonly string[] {
  const lower = prefix.toLowerCase();
  const found = names.filter((name) => name.toLowerCase().startsWith(lower) && name !== prefix);
  return found.toSorted((a, b) => Number(b.startsWith(prefix)) - Number(a.startsWith(prefix))).slice(0, 8);
}

function insideQuotes(text: string): boolean {
  let quote: string | null = null;
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (quote !== null && char === '\\') index++;
    else if (quote === char) quote = null;
    else if (quote === null && (char === '"' || char === "'")) quote = char;
  }
  return quote !== null;
}

/** What may stand in a field, by the field's name: tools, models, variables. */
export type SuggestionsOf = (field: string) => readonly Suggestion[];

const NONE: readonly Suggestion[] = [];

export const SuggestionsContext = createContext<SuggestionsOf>(() => NONE);

export function useSuggestionsOf(field: string): readonly Suggestion[] {
  return useContext(SuggestionsContext)(field);
}
