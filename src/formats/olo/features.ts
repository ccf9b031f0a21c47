import type { JsonObject } from '#base';
import { IdMint } from '#base';
import type { Fields } from '../common/fields';
import type { ImportReport } from '../common/report';
import type { PluginBook } from './plugins';

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
  private readonly plugins: PluginBook;
  private readonly report: ImportReport;

  constructor(plugins: PluginBook, report: ImportReport) {
    this.plugins = plugins;
    this.report = report;
  }

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

/** Entries of `scope.features`: objects, or only ids. */
export function featureIds(scope: Fields): readonly string[] {
  return scope.list('features').flatMap((entry) => {
    if (typeof entry === 'string') return [entry];
    const id =
      typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? (entry as JsonObject).id : null;
    return typeof id === 'string' ? [id] : [];
  });
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
