import type { PickRow } from './connections';

/** Which connection fills which slot of which workspace (W7), by their ids. */
export class Picks {
  readonly #byWorkspace = new Map<string, Map<string, string>>();

  get(workspace: string, slot: string): string | null {
    return this.#byWorkspace.get(workspace)?.get(slot) ?? null;
  }

  /** @param connection null empties the slot */
  put(workspace: string, slot: string, connection: string | null): void {
    const slots = this.#byWorkspace.get(workspace) ?? new Map<string, string>();
    if (connection === null) slots.delete(slot);
    else slots.set(slot, connection);
    if (slots.size === 0) this.#byWorkspace.delete(workspace);
    else this.#byWorkspace.set(workspace, slots);
  }

  /** @returns whether it had any */
  removeWorkspace(workspace: string): boolean {
    return this.#byWorkspace.delete(workspace);
  }

  removeConnection(connection: string): void {
    for (const { workspace, slot } of this.of(connection)) this.put(workspace, slot, null);
  }

  slotsOf(workspace: string): readonly string[] {
    return [...(this.#byWorkspace.get(workspace)?.keys() ?? [])];
  }

  /** All picks of a connection. */
  of(connection: string): readonly PickRow[] {
    return this.#all().filter((pick) => pick.connection === connection);
  }

  /** @param staying says of which connections the picks that are here stay */
  replace(picks: readonly PickRow[], staying: (connection: string) => boolean): void {
    const kept = this.#all().filter(({ connection }) => staying(connection));
    this.#byWorkspace.clear();
    for (const { workspace, slot, connection } of [...picks, ...kept]) this.put(workspace, slot, connection);
  }

  #all(): readonly PickRow[] {
    return [...this.#byWorkspace].flatMap(([workspace, slots]) =>
      [...slots].map(([slot, connection]) => ({ workspace, slot, connection })),
    );
  }
}
