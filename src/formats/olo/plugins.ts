import { IdMint, isCapabilityId, type JsonObject } from '#base';
import type { Fields } from '../common/fields';
import type { ImportReport, Path } from '../common/report';
import { schemaOf } from './values';

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
  private readonly report: ImportReport;

  private readonly allowed: ReadonlySet<string>;

  /** @param allowed `pluginRestrictions`: what may be called at all; empty for everything */
  constructor(report: ImportReport, allowed: readonly string[] = []) {
    this.report = report;
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
  const effect = contract === undefined || !Object.hasOwn(EFFECTS, contract) ? undefined : EFFECTS[contract];
  const input = parametersOf(entry.objects('inputParameters'));
  const output = parametersOf(entry.objects('outputParameters'));
  return {
    id,
    ...(title === undefined ? {} : { title }),
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    ...(effect === undefined ? {} : { effect }),
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
