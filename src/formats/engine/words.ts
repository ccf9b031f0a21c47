import { isCapabilityId, isJsonObject, type Json, type JsonObject } from '#base';
import { objectAt, textAt, textMembersOf } from '../common/fields';

/** The words of reference 2 that both directions need. */

/** Capabilities in the order that a configuration without `capabilityOrder` has. */
export const DEFAULT_ORDER: readonly string[] = [
  'ACCESS',
  'PRE_CONTEXT_SETUP',
  'PLANNER',
  'PLAN_EXECUTOR',
  'EXECUTION_CONTROLLER',
  'ITERATIVE_BLOCK',
  'MODEL',
  'RETRIEVAL',
  'RETRIEVE',
  'TOOL',
  'MCP',
  'MEMORY',
  'REFLECTION',
  'SUB_OBSERVABILITY',
  'SUB_CUSTOM',
  'ITERATIVE_BLOCK_END',
  'FILTER',
  'POST_PROCESS',
  'EVALUATION',
  'EVALUATE',
  'FEEDBACK',
  'FEEDBACK_CAPTURE',
  'LEARNING',
  'DATASET_BUILD',
  'TRAIN_TRIGGER',
  'MODEL_REGISTRY',
  'OBSERVABILITY',
  'CUSTOM',
];

/** Two names of one capability. */
export const SAME_CAPABILITY: ReadonlyMap<string, string> = new Map([
  ['RETRIEVE', 'RETRIEVAL'],
  ['RETRIEVAL', 'RETRIEVE'],
  ['EVALUATE', 'EVALUATION'],
  ['EVALUATION', 'EVALUATE'],
  ['FEEDBACK_CAPTURE', 'FEEDBACK'],
  ['FEEDBACK', 'FEEDBACK_CAPTURE'],
]);

export const PLANNER = 'PLANNER';
export const PLAN_EXECUTOR = 'PLAN_EXECUTOR';
export const LOOP_START = 'ITERATIVE_BLOCK';
export const LOOP_END = 'ITERATIVE_BLOCK_END';
export const PLAN_SAFETY = 'PLAN_SAFETY_VALIDATION';

/** The variable that the condition of a conditional group writes: 0 is then, n elseif n, anything else is else. */
export const BRANCH = 'branch';

/** The merges that we know by the same name; any other name is a plugin. */
export const OUR_MERGES: ReadonlySet<string> = new Set([
  'LAST_WINS',
  'FIRST_WINS',
  'PREFIX_BY_ACTIVITY',
  'COLLECT',
]);

/** A merge plugin that is part of their engine: a line for each model. */
export const ALL_MODELS = 'ALL_MODELS_RESPONSE_FORMAT';

export const COMPLETIONS: ReadonlySet<string> = new Set([
  'ALL',
  'FIRST_SUCCESS',
  'FIRST_FAILURE',
  'ALL_SETTLED',
]);

/** The names under which an import keeps what only an export has to know, beside what it keeps of theirs. */
export const OURS: ReadonlySet<string> = new Set([
  'inherits',
  'name',
  'calls',
  'bare',
  'type',
  'block',
  'groups',
  'untyped',
  'forms',
  'marks',
  'iterator',
  'group',
  'plugin',
  'form',
  'id',
  'neverRun',
]);

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
function textsAt(root: JsonObject, key: string): ReadonlyMap<string, string> {
  return textMembersOf(objectAt(root, key));
}

function customAt(root: JsonObject): ReadonlyMap<string, string> {
  const custom = Object.entries(objectAt(root, 'capabilities') ?? {});
  return new Map(
    custom.flatMap(([id, value]) => {
      const name = isJsonObject(value) ? textAt(value, 'name') : undefined;
      return name === undefined ? [] : [[id, name]];
    }),
  );
}

/** The name in what stands for a policy of theirs, `{"name": …}`; undefined where it says none. */
export function policyName(policy: Json | undefined): string | undefined {
  const name = isJsonObject(policy) ? textAt(policy, 'name')?.trim() : undefined;
  return name === '' ? undefined : name;
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
