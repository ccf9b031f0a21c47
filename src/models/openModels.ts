import type { ModelSpec } from '#plan';
import {
  CallError,
  type Clock,
  type ModelEvent,
  type ModelRequest,
  type Models,
  systemClock,
} from '#runtime';
import type { ModelConnection } from './connection';
import { modelFailure } from './modelFailure';
import { openAiCompatible } from './openAiCompatible';
import { unconnected, unknownModel } from './refusals';
import { Wire } from './wire';

export interface ModelsOptions {
  readonly clock?: Clock;
  /** Another network than the host's own. */
  readonly fetch?: typeof fetch;
}

/**
 * The models that a workspace names, behind the port of the runtime. Each call is one request: waiting, trying again
 * and choosing another model belong to the kernel (P5).
 *
 * @param resolve what a connection of the workspace stands for; null until somebody has chosen
 * @example
 * const models = openModels(workspace.models, (id) => vault.resolve(workspace.id, id));
 * for await (const event of models.stream({ model: 'main', messages }, signal)) show(event);
 */
export function openModels(
  specs: readonly ModelSpec[],
  resolve: (connection: string) => ModelConnection | null,
  options: ModelsOptions = {},
): Models {
  return { list: specs, stream: (request, signal) => stream(request, signal, specs, resolve, options) };
}

async function* stream(
  request: ModelRequest,
  signal: AbortSignal,
  specs: readonly ModelSpec[],
  resolve: (connection: string) => ModelConnection | null,
  options: ModelsOptions,
): AsyncGenerator<ModelEvent> {
  const spec = specs.find(({ id }) => id === request.model);
  if (!spec) throw new CallError(unknownModel(request.model, specs));
  const connection = resolve(spec.connection);
  if (!connection) throw new CallError(unconnected(spec));
  const wire = new Wire(connection.url, options.fetch ?? fetch);
  try {
    yield* openAiCompatible(spec, connection, request, wire, signal);
  } catch (thrown) {
    throw modelFailure(thrown, { spec, connection, wire, signal, clock: options.clock ?? systemClock });
  }
}
