import { problem } from '#base';
import { CallError, type ModelEvent, type ModelRequest, type Models } from '#runtime';
import type { Session } from './session';

/**
 * The models of an open workspace, each over the connection that the person has picked for its slot (W7). What becomes
 * of a call is told to the vault, so that a connection that does not answer is not shown as one that works.
 */
export async function modelsOfPage({
  id,
  editor,
  storage,
}: Pick<Session, 'id' | 'editor' | 'storage'>): Promise<Models> {
  const { openModels } = await import('#models');
  const { vault } = storage;
  const specs = editor.workspace.models;
  const models = openModels(specs, (slot) => vault.resolve(id, slot));

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const spec = specs.find((one) => one.id === request.model);
    const connected = spec && vault.picked(id, spec.connection);
    try {
      yield* models.stream(request, signal);
      if (connected) vault.heard(connected.id, null);
    } catch (thrown) {
      if (connected && !signal.aborted && thrown instanceof CallError) {
        const { code, message, help } = thrown.error;
        vault.heard(connected.id, problem(code, message, help ?? ''));
      }
      throw thrown;
    }
  }
  return { list: models.list, stream };
}
