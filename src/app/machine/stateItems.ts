import type { NewStateKind } from '#plan';

/** A kind of state that can be added to a machine. */
export interface StateItem {
  readonly key: string;
  readonly kind: NewStateKind;
  readonly title: string;
  readonly summary: string;
}

const STATE_ITEMS: readonly StateItem[] = [
  item('atomic', 'State', 'The machine is in it, and waits for what comes next.'),
  item('compound', 'Compound state', 'Holds states, of which one is active.'),
  item('parallel', 'Parallel state', 'Holds regions, which are all active at once.'),
  item('final', 'Final state', 'Nothing follows it: the state around it is done.'),
  item('history', 'History', 'Leads to where the machine was when it was here last.'),
];

function item(kind: NewStateKind, title: string, summary: string): StateItem {
  return { key: kind, kind, title, summary };
}

/** The items whose words hold every word that was typed. */
export function searchStates(text: string): readonly StateItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return STATE_ITEMS.filter(({ title, summary }) =>
    words.every((word) => `${title} ${summary}`.toLowerCase().includes(word)),
  );
}

/** What travels with a drag. */
export function stateItemText({ kind }: StateItem): string {
  return JSON.stringify({ state: kind });
}

/** Reads what a drag brought; null when it is no state. */
export function readStateItem(text: string): NewStateKind | null {
  try {
    const value: unknown = JSON.parse(text);
    const kind: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'state') : null;
    return STATE_ITEMS.find((one) => one.kind === kind)?.kind ?? null;
  } catch {
    return null;
  }
}
