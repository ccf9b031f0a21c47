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
import type { ConnectionKind, ModelCall } from './connectionKind';
import { connectionKindOf } from './kinds';
import { httpRefusalOf, modelFailure } from './modelFailure';
import { readRefusalBody } from './refusalBody';
import { unconnected, unknownKind, unknownModel } from './refusals';
import { fieldsOf } from './requestFields';
import { Wire } from './wire';

export interface ModelsOptions {
  readonly clock?: Clock;
  /** Another network than the host's own. */
  readonly fetch?: typeof fetch;
}

/**
 * The models that a workspace names, behind the port of the runtime. Each call is one request: waiting, trying again
 * and choosing another model belong to the kernel (P5). Only a request that was refused for an optional field, and so
 * did nothing, is sent again without it; an event says so.
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
  const { spec, connection, kind } = partnerOf(request, specs, resolve);
  const fields = fieldsOf(connection.url, spec.model);
  // Each further request has one field less, so there are at most as many as a request has optional fields.
  for (;;) {
    const wire = new Wire(connection.url, options.fetch ?? fetch);
    const call: ModelCall = { spec, connection, request, fields, wire, signal };
    try {
      const settings = (['temperature', 'seed'] as const).filter((field) => fields.leavesOut(field));
      if (settings.length > 0) yield { type: 'not-sent', settings };
      yield* kind.call(call);
      return;
    } catch (thrown) {
      const refusal = wire.refusal || signal.aborted ? null : httpRefusalOf(thrown);
      const refused = refusal ? fields.learn(refusal.status, readRefusalBody(refusal.body)) : [];
      if (refused.length === 0)
        throw modelFailure(thrown, { ...call, kind, clock: options.clock ?? systemClock });
      for (const one of refused) yield { type: 'refused-field', ...one };
    }
  }
}

/** Whom a request goes to. What is missing costs nothing. */
function partnerOf(
  { model }: ModelRequest,
  specs: readonly ModelSpec[],
  resolve: (connection: string) => ModelConnection | null,
): Pick<ModelCall, 'spec' | 'connection'> & { readonly kind: ConnectionKind } {
  const spec = specs.find(({ id }) => id === model);
  if (!spec) throw new CallError(unknownModel(model, specs), { usage: {} });
  const connection = resolve(spec.connection);
  if (!connection) throw new CallError(unconnected(spec), { usage: {} });
  const kind = connectionKindOf(connection);
  if (!kind) throw new CallError(unknownKind(connection), { usage: {} });
  return { spec, connection, kind };
}
