import { useSyncExternalStore } from 'react';
import type { ModelSpec, Workspace } from '#plan';
import { CallError, type ModelEvent, type ModelRequest, type Models, type SlotStanding } from '#runtime';
import { type Connected, DEFAULT_SLOT, type Vault, type VaultEntry } from '#storage';
import { useStorage } from './services';
import type { Session } from './session';

type Holder = Pick<Session, 'id' | 'storage' | 'state'>;

/** The connection that fills a slot of the open workspace: the picked one, or the default where it was made here (W7). */
export function filledBy({ id, storage, state }: Holder, slot: string): VaultEntry | null {
  return storage.vault.picked(id, slot, state.getState().madeHere);
}

/** What a call over a slot needs; null while nothing fills it, or what does is locked. */
export function connectedBy({ id, storage, state }: Holder, slot: string): Connected | null {
  return storage.vault.resolve(id, slot, state.getState().madeHere);
}

/** Whether a call over a slot could leave now, and what keeps it (K13). */
export function slotStanding(holder: Holder, slot: string): SlotStanding {
  const entry = filledBy(holder, slot);
  if (entry === null) return 'empty';
  if (connectedBy(holder, slot) !== null) return 'filled';
  return entry.locked ? 'locked' : 'unreadable';
}

/**
 * The models that plans of the open workspace may ask: its own; where it has none, the person's default under the id
 * `default`, with which a run records it (W7).
 */
export function modelsToAsk(session: Holder & Pick<Session, 'editor'>): ModelSpec[] {
  const { models } = session.editor.workspace;
  if (models.length > 0) return models;
  const model = filledBy(session, DEFAULT_SLOT)?.model;
  return model ? [{ id: DEFAULT_SLOT, connection: DEFAULT_SLOT, model }] : [];
}

/** What of a workspace decides which model is asked there. */
export interface AskedPlace {
  readonly id: string;
  /** The first of its own; null where it has none. */
  readonly model: Pick<ModelSpec, 'name' | 'model' | 'connection'> | null;
  readonly madeHere: boolean;
}

/** The connection over which a workspace asks for what the built-in planner does not understand; null: none fills the slot. */
export function askedOver(vault: Vault, { id, model, madeHere }: AskedPlace): VaultEntry | null {
  return vault.picked(id, model?.connection ?? DEFAULT_SLOT, madeHere);
}

/** The open workspace as its runs see it. */
export function workspaceToRun(session: Holder & Pick<Session, 'editor'>): Workspace {
  return { ...session.editor.workspace, models: modelsToAsk(session) };
}

const NONE: readonly VaultEntry[] = [];

/** The connections of the person (W7), and the vault that holds them; null until it is open. */
export function useConnections(): { readonly entries: readonly VaultEntry[]; readonly vault: Vault | null } {
  const vault = useStorage()?.vault ?? null;
  const entries = useVault(vault, () => vault?.list ?? NONE);
  return { entries, vault };
}

/** Reads something of the vault, and hears when it changes. What is read is compared as it is. */
export function useVault<T>(vault: Vault | null, read: () => T): T {
  return useSyncExternalStore((changed) => vault?.subscribe(changed) ?? nothing, read);
}

function nothing(): void {}

/**
 * The models of an open workspace, each over the connection that fills its slot (W7). What becomes of a call is told to
 * the vault, so that a connection that does not answer is not shown as one that works.
 *
 * @param recorded those of a run that goes on: what it began with can be asked although the workspace has it no more
 */
export async function modelsOfPage(
  session: Pick<Session, 'id' | 'editor' | 'storage' | 'state'>,
  recorded: readonly ModelSpec[] = [],
): Promise<Models> {
  const { openModels } = await import('#models');
  const { vault } = session.storage;
  const now = modelsToAsk(session);
  const specs = [...now, ...recorded.filter(({ id }) => !now.some((one) => one.id === id))];
  const models = openModels(specs, (slot) => connectedBy(session, slot));

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const spec = specs.find((one) => one.id === request.model);
    const connected = spec && filledBy(session, spec.connection);
    try {
      yield* models.stream(request, signal);
      if (connected) vault.heard(connected.id, null);
    } catch (thrown) {
      if (connected && !signal.aborted && thrown instanceof CallError)
        vault.heard(connected.id, thrown.diagnostic);
      throw thrown;
    }
  }
  return { list: models.list, stream };
}
