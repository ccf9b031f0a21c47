import { isCapabilityId, isJsonObject, type JsonObject, own } from '#base';
import { DEFAULT_ORDER, OUR_MERGES, SAME_CAPABILITY } from './words';

/** What the names of a configuration stand for; both directions ask. */
export interface Names {
  /** The capability of ours that a plugin or capability of theirs is. */
  readonly capability: (name: string) => string;
  /** `merge` of ours for the name of a merge policy. */
  readonly merge: (name: string) => string;
  /** The plugin that a capability has. */
  readonly pluginOf: (capability: string) => string | undefined;
  /** The same for a pipeline, whose own `capabilityPlugins` go before those of the configuration. */
  readonly within: (pipeline: JsonObject) => Names;
}

/**
 * Names resolve in the order of reference 2: predefined capability, `capabilities`, plugin.
 *
 * @param root the configuration, or what an import kept of it
 */
export function namesOf(root: JsonObject): Names {
  const merges = textsAt(root, 'mergePolicies');
  const custom = customAt(root);
  const idOf = oursFor();
  const namesWith = (plugins: ReadonlyMap<string, string>): Names => {
    const pluginOf = (name: string): string | undefined =>
      plugins.get(name) ?? plugins.get(SAME_CAPABILITY.get(name) ?? name);
    const resolve = (name: string): string =>
      (PREDEFINED.has(name) ? pluginOf(name) : undefined) ?? custom.get(name) ?? pluginOf(name) ?? name;
    const capability = (name: string): string => idOf(resolve(name));
    const merge = (name: string): string => {
      const known = OUR_MERGES.has(name) ? name : (merges.get(name) ?? name);
      return OUR_MERGES.has(known) ? known : `CAPABILITY(${capability(known)})`;
    };
    const within = (pipeline: JsonObject): Names => {
      const own = pluginsAt(pipeline);
      return own.size === 0 ? namesWith(plugins) : namesWith(new Map([...plugins, ...own]));
    };
    return { capability, merge, pluginOf, within };
  };
  return namesWith(pluginsAt(root));
}

const PREDEFINED: ReadonlySet<string> = new Set(DEFAULT_ORDER);

function pluginsAt(object: JsonObject): ReadonlyMap<string, string> {
  return new Map([...textsAt(object, 'stagePlugins'), ...textsAt(object, 'capabilityPlugins')]);
}

/** Texts by name, of an object that may not be there. */
export function textsAt(root: JsonObject, key: string): ReadonlyMap<string, string> {
  const object = own(root, key);
  const entries = isJsonObject(object) ? Object.entries(object) : [];
  return new Map(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
  );
}

function customAt(root: JsonObject): ReadonlyMap<string, string> {
  const object = own(root, 'capabilities');
  const entries = isJsonObject(object) ? Object.entries(object) : [];
  return new Map(
    entries.flatMap(([name, value]) =>
      isJsonObject(value) && typeof value.name === 'string' ? [[name, value.name] as const] : [],
    ),
  );
}

/** Names of classes are ids of capabilities already; of any other, what an id may hold is kept, each its own (W2). */
function oursFor(): (name: string) => string {
  const known = new Map<string, string>();
  const taken = new Set<string>();
  return (theirs) => {
    const found = known.get(theirs);
    if (found !== undefined) return found;
    const stem = readable(theirs);
    let id = stem;
    for (let number = 2; taken.has(id); number++) id = `${stem.slice(0, 120)}-${number}`;
    taken.add(id);
    known.set(theirs, id);
    return id;
  };
}

function readable(name: string): string {
  if (isCapabilityId(name)) return name;
  const kept = name
    .replace(/[^A-Za-z0-9_.:/-]+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 128);
  return isCapabilityId(kept) ? kept : 'plugin';
}
