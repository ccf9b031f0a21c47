/** A help page that may be offered. */
export interface OfferedPage {
  readonly name: string;
  readonly title: string;
}

let load: () => Promise<readonly OfferedPage[]> = () => Promise.resolve([]);

/** Says where help pages come from: they are loaded when somebody looks for something, not before. */
export function offerPages(from: () => Promise<readonly OfferedPage[]>): void {
  load = from;
}

export function loadOfferedPages(): Promise<readonly OfferedPage[]> {
  return load();
}
