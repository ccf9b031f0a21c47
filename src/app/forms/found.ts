import type { Suggestion } from './useSuggestions';

/** Suggestions that hold every word of a text, in value or note; what begins with it comes first. */
export function found(suggestions: readonly Suggestion[], text: string): readonly Suggestion[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const begins = ({ value }: Suggestion) => Number(value.toLowerCase().startsWith(words[0] ?? ''));
  return suggestions
    .filter((one) => words.every((word) => `${one.value} ${one.note ?? ''}`.toLowerCase().includes(word)))
    .toSorted((a, b) => begins(b) - begins(a));
}
