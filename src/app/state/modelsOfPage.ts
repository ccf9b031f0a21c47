import type { ModelSpec } from '#plan';
import { CallError, type ModelEvent, type ModelRequest, type Models } from '#runtime';
import type { Session } from './session';
import { connectedBy, filledBy, modelsToAsk } from './slots';

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
