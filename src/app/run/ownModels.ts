import { IdMint } from '#base';
import type { ModelSpec } from '#plan';
import { DEFAULT_SLOT, type VaultEntry } from '#storage';
import type { Session } from '../state/session';
import { filledBy } from '../state/slots';

/** A model that a connection of the person's own has, and the workspace does not (W7). */
export interface OwnModel {
  /** As a run records it. */
  readonly spec: ModelSpec;
  readonly title: string;
  /** The connection that has to fill its slot. */
  readonly connection: VaultEntry;
}

/**
 * The models of the person's own connections that a fork can ask besides those that it has (D3). Each is asked over a slot that its
 * connection fills here already, else over one of its own.
 *
 * @param models those that the fork has
 */
export function ownModels(
  session: Pick<Session, 'id' | 'storage' | 'state'>,
  models: readonly ModelSpec[],
  connections: readonly VaultEntry[],
): readonly OwnModel[] {
  const picked = session.storage.vault.filled(session.id);
  const slots = [...new Set([...models.map((model) => model.connection), ...picked])];
  const ids = new IdMint([...models.map(({ id }) => id), DEFAULT_SLOT]);
  const newSlots = new IdMint([...slots, DEFAULT_SLOT]);
  return connections.flatMap((connection) => {
    const filled = slots.find((slot) => filledBy(session, slot)?.id === connection.id);
    const slot = filled ?? newSlots.mint(connection.name, 'connection');
    const isThere = (name: string) => models.some((one) => one.connection === slot && one.model === name);
    return namesOf(connection)
      .filter((name) => !isThere(name))
      .map((name) => ({
        spec: { id: ids.mint(name, 'model'), connection: slot, model: name },
        title: `${name} (${connection.name})`,
        connection,
      }));
  });
}

/** The one that it is used with first. */
function namesOf({ model, models }: VaultEntry): readonly string[] {
  return [...new Set([...(model === null ? [] : [model]), ...(models?.names ?? [])])];
}
