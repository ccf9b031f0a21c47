import { isJsonObject, type Json, type JsonObject } from '#base';
import { listAt, objectAt } from '../../common/fields';
import { typeOf } from '../values';
import type { Writing } from './writing';

/** The scope as it came, with the plugins and features that are used besides. */
export function writeScope(writing: Writing, kept: JsonObject): JsonObject {
  const scope = objectAt(kept, 'scope');
  const plugins = listAt(scope, 'plugins');
  const features = listAt(scope, 'features');
  const known = new Set(plugins.map((plugin) => (isJsonObject(plugin) ? plugin.id : null)));
  const more = [...writing.used].filter((name) => !known.has(name)).map((name) => pluginDef(writing, name));
  // What a planner may use is the scope, so a plugin of its tools has to stand there even if nothing calls it yet.
  return { plugins: scope === undefined ? more : [...plugins, ...undeclared(writing, more)], features };
}

/** A plugin that the imported document called without declaring it stays undeclared. */
function undeclared({ workspace, plugins }: Writing, more: readonly JsonObject[]): readonly JsonObject[] {
  const theirs = new Map([...plugins].map(([id, name]) => [name, id] as const));
  return more.filter(({ id }) => {
    const ours = theirs.get(String(id)) ?? id;
    return workspace.capabilities.some((capability) => capability.id === ours);
  });
}

function pluginDef({ workspace, plugins }: Writing, name: string): JsonObject {
  const id = [...plugins].find(([, theirs]) => theirs === name)?.[0] ?? name;
  const descriptor = workspace.capabilities.find((one) => one.id === id);
  const input = parametersOf(descriptor?.input, true);
  const output = parametersOf(descriptor?.output, false);
  return {
    id: name,
    ...(descriptor?.title === undefined ? {} : { displayName: descriptor.title }),
    ...(descriptor?.tags?.[0] === undefined ? {} : { contractType: descriptor.tags[0] }),
    ...(input.length === 0 ? {} : { inputParameters: input }),
    ...(output.length === 0 ? {} : { outputParameters: output }),
  };
}

function parametersOf(schema: JsonObject | undefined, isInput: boolean): readonly JsonObject[] {
  const required = new Set(listAt(schema, 'required'));
  return Object.entries(objectAt(schema, 'properties') ?? {}).map(([name, property]: [string, Json]) => ({
    name,
    type: typeOf(isJsonObject(property) ? property : undefined),
    ...(isInput ? { required: required.has(name) } : {}),
  }));
}
