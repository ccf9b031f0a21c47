/** What fits on the card of a node, in characters. */
const CARD = 24;

/** The first of several names that fits on a card; the last if none does. */
export function fitting(...names: readonly string[]): string {
  return names.find((name) => name.length <= CARD) ?? names.at(-1) ?? '';
}
