import { IdMint, isCapabilityId, isJsonObject, type Json, type JsonObject, own, present } from '#base';
import type { Fields } from '../common/fields';
import type { ImportReport, Path } from '../common/report';
import { schemaOf } from './variables';

/** Effect classes by their contract types: what only computes or reads may be repeated without asking (K6). */
const EFFECTS: Readonly<Record<string, string>> = {
  MODEL_EXECUTOR: 'read',
  EMBEDDING: 'read',
  IMAGE_GENERATOR: 'read',
  REDUCER: 'pure',
  SUBTREE_CREATOR: 'pure',
};

/** Plugins of all pipelines as capabilities, and those that plan as models. */
export class PluginBook {
  private readonly ids = new Map<string, string>();
  private readonly taken = new Set<string>();
  private readonly next = new Map<string, number>();
  private readonly descriptors = new Map<string, JsonObject>();
  private readonly models = new Map<string, JsonObject>();
  private readonly modelIds = new IdMint();
  private readonly allowed: ReadonlySet<string>;

  /** @param allowed `pluginRestrictions`: what may be called at all; empty for everything */
  constructor(
    private readonly report: ImportReport,
    allowed: readonly string[] = [],
  ) {
    this.allowed = new Set(allowed);
  }

  /** Whether the restrictions let it be called, by the tree and by planners alike. */
  isAllowed(name: string): boolean {
    return this.allowed.size === 0 || this.allowed.has(name);
  }

  /**
   * Reads the entry of a scope.
   *
   * @returns its id there; undefined where it has none
   */
  declare(entry: Fields): string | undefined {
    const name = entry.word('id');
    if (name === undefined) {
      this.report.error(
        'MISSING_FIELD',
        `The plugin at ${entry.path} has no id.`,
        'Give it its id.',
        entry.path,
      );
      return undefined;
    }
    const id = this.capability(name);
    if (!this.isAllowed(name)) {
      this.warnRestricted(name, entry.path);
      return name;
    }
    const descriptor = descriptorOf(id, entry);
    const known = this.descriptors.get(id);
    if (known === undefined) {
      this.descriptors.set(id, descriptor);
      this.report.recognised('plugins', 'capabilities');
    } else if (JSON.stringify(known) !== JSON.stringify(descriptor)) {
      const message = `The plugin "${name}" is described otherwise in another pipeline; that description counts.`;
      this.report.warn('PLUGIN_DIFFERS', message, 'Describe it alike in all pipelines.', entry.path);
    }
    return name;
  }

  /** Our id for a plugin (W2). */
  capability(name: string): string {
    const known = this.ids.get(name);
    if (known !== undefined) return known;
    const stem = isCapabilityId(name) ? name : `p.${name.slice(0, 100).replace(/[^A-Za-z0-9_.:/-]/g, '_')}`;
    let id = stem;
    for (let number = this.next.get(stem) ?? 2; this.taken.has(id); number++) {
      id = `${stem}-${number}`;
      this.next.set(stem, number + 1);
    }
    this.taken.add(id);
    this.ids.set(name, id);
    return id;
  }

  /** A plugin that a PLANNER asks for a plan. */
  model(name: string): string {
    const known = [...this.models.values()].find(({ model }) => model === name)?.id;
    if (typeof known === 'string') return known;
    const id = this.modelIds.mint(name, 'model');
    this.models.set(id, { id, connection: 'models', model: name });
    this.report.recognised('plugins that plan', 'models');
    return id;
  }

  /** A capability that stands for a feature, which is asked or told, and known by nothing but its id. */
  observer(name: string): string {
    const id = this.capability(name);
    if (!this.descriptors.has(id)) this.descriptors.set(id, { id, description: `The feature "${name}".` });
    return id;
  }

  warnUnknown(name: string, path: Path): void {
    if (!this.isAllowed(name)) {
      this.warnRestricted(name, path);
      return;
    }
    if (this.descriptors.has(this.capability(name))) return;
    const message = `The plugin "${name}" is in no scope.plugins, so nothing is known of it.`;
    this.report.warn('PLUGIN_NOT_IN_SCOPE', message, 'Add it to the scope, or bind it when you run.', path);
  }

  /** A model is asked by nodes and not called as a capability, so that what restricts plugins does not reach it. */
  warnModel(name: string, path: Path): void {
    if (this.isAllowed(name)) return;
    const message = `"${name}" is not among "pluginRestrictions", and here it is a model, which they do not hold back.`;
    this.report.warn(
      'MODEL_RESTRICTED',
      message,
      'Let the node ask another model, or give it no connection.',
      path,
    );
  }

  /** What is no capability of the workspace is refused wherever a plan calls it. */
  private warnRestricted(name: string, path: Path): void {
    const message = `"${name}" is not among "pluginRestrictions", so it is not a capability here: a plan that calls it is refused.`;
    this.report.warn('PLUGIN_RESTRICTED', message, 'Add it to the restrictions, or take the call out.', path);
  }

  toJson(): {
    readonly capabilities: readonly JsonObject[];
    readonly models: readonly JsonObject[];
    readonly renamed: JsonObject;
  } {
    return {
      capabilities: [...this.descriptors.values()],
      models: [...this.models.values()],
      renamed: Object.fromEntries(
        [...this.ids].filter(([name, id]) => name !== id).map(([name, id]) => [id, name]),
      ),
    };
  }
}

function descriptorOf(id: string, entry: Fields): JsonObject {
  const title = entry.text('displayName');
  const contract = entry.text('contractType');
  const effect = contract === undefined ? undefined : own(EFFECTS, contract);
  const input = parametersOf(entry.objects('inputParameters'));
  const output = parametersOf(entry.objects('outputParameters'));
  return {
    id,
    ...present({ title, input, output, effect }),
    ...(contract === undefined ? {} : { tags: [contract] }),
  };
}

/** Parameters as a JSON Schema. Nothing there is refused for having more than it asks for, and null is the empty text. */
function parametersOf(parameters: readonly Fields[]): JsonObject | undefined {
  if (parameters.length === 0) return undefined;
  const properties: [string, JsonObject][] = [];
  const required: string[] = [];
  for (const parameter of parameters) {
    const name = parameter.word('name');
    const schema = schemaOf(parameter.text('type'));
    if (name === undefined) continue;
    properties.push([name, schema ?? {}]);
    if (parameter.flag('required') === true) required.push(name);
  }
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** The phases of ours, and the lists of a node that mean them (reference 6, 1.4). */
export const PHASE_LISTS = [
  ['preExecution', 'pre'],
  ['postSuccessExecution', 'postSuccess'],
  ['postErrorExecution', 'postError'],
  ['finallyExecution', 'finally'],
] as const;
/** All lists of a node that say by which features it is accompanied. */
export const FEATURE_LISTS: readonly string[] = [
  ...PHASE_LISTS.map(([list]) => list),
  'postExecution',
  'features',
  'featureRequired',
  'featureNotRequired',
];
export type Phase = (typeof PHASE_LISTS)[number][1];

/** The feature that may refuse, asked once for the run before its first work. All others observe. */
export const QUOTA = 'quota';

/**
 * Their features as observers of ours. Which phases one takes part in is said in its code, not in the document: where no
 * list of a node says it, it is told at the end, whatever came out.
 */
export class FeatureBook {
  private readonly features = new Map<string, JsonObject>();
  private readonly ids = new IdMint();

  constructor(
    private readonly plugins: PluginBook,
    private readonly report: ImportReport,
  ) {}

  observer(name: string, phase: Phase): JsonObject {
    return this.reference(name, phase, 'observer');
  }

  guard(name: string): JsonObject {
    return this.reference(name, 'pre', 'guard');
  }

  toJson(): readonly JsonObject[] {
    return [...this.features.values()];
  }

  private reference(name: string, phase: Phase, kind: 'guard' | 'observer'): JsonObject {
    const key = JSON.stringify([name, phase, kind]);
    const known = this.features.get(key);
    if (known !== undefined) return { feature: known.id ?? '' };
    const id = this.ids.mint(`${name}-${kind === 'guard' ? 'guard' : phase}`, 'feature');
    this.features.set(key, { id, name, capability: this.plugins.observer(name), phase, kind });
    this.report.recognised('features', kind === 'guard' ? 'guards' : 'observers');
    return { feature: id };
  }
}

/** The ids in `scope.features`, whose entries are objects, or only ids. */
export function featureIds(entries: readonly Json[]): readonly string[] {
  return entries
    .map((entry) => (isJsonObject(entry) ? entry.id : entry))
    .filter((id) => typeof id === 'string');
}

/**
 * What a leaf of the tree is accompanied by, in their order: the lists of the node, `postExecution` (which means all three
 * ends), its features, those of the scope, required ones; the first mention of a feature in a phase counts, and
 * `featureNotRequired` keeps one away.
 */
export function featuresOfLeaf(
  node: Fields,
  scope: readonly string[],
  book: FeatureBook,
): readonly JsonObject[] {
  return toldOf(node, scope).map(([name, phase]) => book.observer(name, phase));
}

/** The same as names and phases. */
export function toldOf(
  node: Fields,
  scope: readonly string[],
): readonly (readonly [name: string, phase: Phase])[] {
  const told = new Map<string, readonly [string, Phase]>();
  const known = new Set<string>();
  const named = PHASE_LISTS.map(([list, phase]) => [phase, node.texts(list)] as const);
  const afterwards = node.texts('postExecution');
  const anywhere = [...node.texts('features'), ...scope, ...node.texts('featureRequired')];
  const excluded = new Set(node.texts('featureNotRequired'));
  const tell = (name: string, phase: Phase): void => {
    known.add(name);
    const key = JSON.stringify([name, phase]);
    if (!excluded.has(name) && name !== QUOTA && !told.has(key)) told.set(key, [name, phase]);
  };
  for (const [phase, names] of named) for (const name of names) tell(name, phase);
  for (const name of afterwards)
    for (const phase of ['postSuccess', 'postError', 'finally'] as const) tell(name, phase);
  for (const name of anywhere) if (!known.has(name)) tell(name, 'finally');
  return [...told.values()];
}
