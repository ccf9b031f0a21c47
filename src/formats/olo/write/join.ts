import type { JsonObject } from '#base';
import type { NodeOf } from '#plan';
import { listAt, objectAt } from '../../common/fields';
import { inputOf, leafOf, outputOf } from './calls';
import { inTheirOrder, leaveOut, pluginOf, type Writing } from './writing';

/** What a JOIN of theirs is made of. */
export interface JoinParts {
  /** Its id, where none was kept. */
  readonly id: string;
  readonly name: string | undefined;
  /** What was kept of it when it was imported. */
  readonly kept: JsonObject;
  /** How it merges; null for what was kept. */
  readonly strategy: string | null;
  readonly children: readonly JsonObject[];
  /** The plugin that it calls at the end. */
  readonly call: NodeOf<'CAPABILITY'> | null;
  readonly seconds: number;
}

/** A JOIN in the order of their keys. */
export function joinNode(writing: Writing, parts: JoinParts): JsonObject {
  const { kept, call, name } = parts;
  const { mergeStrategy, ...rest } = kept;
  const word = parts.strategy ?? mergeStrategy;
  const params = { ...objectAt(kept, 'params'), ...(word === undefined ? {} : { mergeStrategy: word }) };
  const children = [...parts.children, ...listAt(kept, 'ignored')];
  return inTheirOrder({
    ...rest,
    id: typeof rest.id === 'string' ? rest.id : parts.id,
    type: 'JOIN',
    ...(name === undefined ? {} : { displayName: name }),
    ...(call === null ? {} : callOf(writing, call, parts.seconds)),
    params: Object.keys(params).length === 0 ? undefined : params,
    children: children.length === 0 ? undefined : children,
  });
}

function callOf(writing: Writing, call: NodeOf<'CAPABILITY'>, seconds: number): JsonObject {
  const { mappings, literals } = inputOf(writing, call);
  if (Object.keys(literals).length > 0) {
    const message = `Literals of "${call.id}" are left out: a JOIN has none.`;
    leaveOut(writing, call.id, message, 'Map them from variables.', '/input');
  }
  return {
    pluginRef: pluginOf(writing, call.params.capability),
    ...(mappings.length === 0 ? {} : { inputMappings: mappings }),
    ...outputOf(writing, call),
    ...leafOf(writing, call, seconds),
  };
}
