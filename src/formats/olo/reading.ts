import { filled, type IdMint, type Json, type JsonObject, present } from '#base';
import type { Fields } from '../common/fields';
import { keeping } from '../common/kept';
import { below, type ImportReport, type Path } from '../common/report';
import { defaultOf, KEYS, reasonFor, timeIn } from './loader';
import { FEATURE_LISTS, type FeatureBook, featuresOfLeaf, type PluginBook } from './plugins';
import type { VariableBook } from './variables';

/** Another pipeline of the document, as far as a SUB_PIPELINE has to know it. */
export interface PipelineSummary {
  readonly plan: string;
  /** Names of its inputs. */
  readonly inputs: readonly string[];
  /** Its results: what an output is called, and the variable that it is read from. */
  readonly results: readonly (readonly [output: string, variable: string])[];
}

/** What is known while the tree of one pipeline is read. */
export interface Reading {
  readonly report: ImportReport;
  readonly plan: string;
  readonly ids: IdMint;
  readonly variables: VariableBook;
  readonly plugins: PluginBook;
  readonly features: FeatureBook;
  readonly pipelines: ReadonlyMap<string, PipelineSummary>;
  /** Names of the features of its scope. */
  readonly scopeFeatures: readonly string[];
  /** Capabilities that a planner of it may use. */
  readonly tools: readonly string[];
  /** What all calls are retried by; null for none. */
  readonly retry: JsonObject | null;
  /** The guard that the first call has yet to be given. */
  quota: JsonObject | null;
  /** Texts that are filled by prompts of the workspace. */
  prompt(key: string, text: string): string;
  /** Reads a node of the tree, whatever its type. */
  node(fields: Fields, startToClose: number): Piece;
}

/** What all nodes have, taken from a node that is being read. */
export interface Shell {
  readonly id: string;
  readonly path: Path;
  readonly type: string;
  readonly draft: JsonObject & { readonly id: string };
  /** Seconds that each call below may take. */
  readonly startToClose: number;
  /** Their id, where ours is another. */
  readonly kept: JsonObject;
}

/** Keys that say what is said elsewhere here, so that keeping them needs no word. */
const UNSPOKEN: ReadonlySet<string> = new Set([
  ...FEATURE_LISTS,
  'startToCloseSeconds',
  'executionMode',
  'nodeType',
]);

/** Longest name of a node of ours; a longer one is kept. */
function isLong(name: Json | undefined): boolean {
  return typeof name === 'string' && name.length > 1_000;
}

/** Takes what all nodes have: id, name, mode. */
export function shellOf(reading: Reading, fields: Fields, startToClose: number): Shell {
  const type = fields.text('type') ?? 'UNKNOWN';
  const name = isLong(fields.peek('displayName')) ? undefined : fields.text('displayName');
  const original = fields.word('id') ?? null;
  const isTaken = original !== null && reading.ids.has(original);
  const id = reading.ids.mint(original, type.toLowerCase().replaceAll('_', '-'));
  if (isTaken) {
    const message = `The id "${original}" is taken already: it is "${id}" here.`;
    reading.report.warn('DUPLICATE_ID', message, 'Give each node its own id.', fields.path);
  }
  const mode = fields.peek('executionMode');
  const isDetached = mode === 'ASYNC' || mode === 'FIRE_AND_FORGET';
  const own = fields.again().number('startToCloseSeconds');
  return {
    id,
    path: fields.path,
    type,
    draft: { id, ...present({ name }), ...(isDetached ? { background: true } : {}) },
    startToClose: timeIn(own) ?? startToClose,
    kept: original === null || original === id ? {} : { id: original },
  };
}

/**
 * What is left of a node when everything that has a counterpart was taken: kept under `source`, and named.
 *
 * @param more what else has to be known to write the node back
 */
export function sourceOf(reading: Reading, shell: Shell, fields: Fields, more: JsonObject = {}): JsonObject {
  const left = fields.leftovers();
  for (const key of Object.keys(left)) nameKept(reading, shell, key);
  const { params, ...others } = left;
  return keeping('olo', { ...shell.kept, ...others, ...filled({ params }), ...more });
}

/** Names a key that is kept. */
export function nameKept(reading: Reading, { id, path, type }: Shell, key: string): void {
  if (UNSPOKEN.has(key)) return;
  const reason = reasonFor(KEYS.node, key, ` of the ${type} "${id}"`);
  reading.report.kept(below(path, key), `${reading.plan}/${id}: source.olo.${key}`, reason);
}

/** What a call has besides what it calls: how long, how often, accompanied by what. */
export function leafOf(reading: Reading, shell: Shell, fields: Fields, mayRetry = true): JsonObject {
  const guards = reading.quota === null ? [] : [reading.quota];
  reading.quota = null;
  const features = [...guards, ...featuresOfLeaf(fields.again(), reading.scopeFeatures, reading.features)];
  return {
    ...shell.draft,
    timeoutMs: Math.max(1, Math.round(shell.startToClose * 1_000)),
    ...(reading.retry === null || !mayRetry ? {} : { retry: reading.retry }),
    ...filled({ features }),
  };
}

/** Children beyond those that their engine runs: kept as they are, and named. */
export function ignored(
  reading: Reading,
  shell: Shell,
  children: readonly Fields[],
  most: number,
): JsonObject {
  const rest = children.slice(most);
  if (rest.length === 0) return {};
  const message = `The ${shell.type} "${shell.id}" has ${children.length} children, of which their engine runs ${most}.`;
  const path = below(shell.path, 'children');
  reading.report.warn('CHILDREN_IGNORED', message, 'Put them into a SEQUENCE.', path, {
    plan: reading.plan,
    node: shell.id,
  });
  return { ignored: rest.map((child): Json => child.whole()) };
}

/** A parameter that the type cannot do without. */
export function missing(reading: Reading, shell: Shell, key: string): void {
  const message = `The ${shell.type} "${shell.id}" has no "${key}".`;
  reading.report.warn('MISSING_FIELD', message, 'Their engine passes it over; so does this.', shell.path, {
    plan: reading.plan,
    node: shell.id,
  });
}

/** A node that does nothing, in the place of one that their engine passes over. */
export function passedOver(reading: Reading, shell: Shell, fields: Fields): Piece {
  return single({
    ...shell.draft,
    type: 'GROUP',
    params: { mode: 'SYNC' },
    disabled: 'pass',
    body: { nodes: [], edges: [] },
    ...sourceOf(reading, shell, fields, { type: shell.type }),
  });
}

/** A way out of a piece of a graph. */
export interface Exit {
  readonly from: string;
  readonly port: string;
}

/** What one node of a tree becomes: some nodes and edges with one way in, and the ways that lead on from it. */
export interface Piece {
  readonly nodes: readonly JsonObject[];
  readonly edges: readonly JsonObject[];
  readonly entry: string;
  readonly exits: readonly Exit[];
}

/** A single node. */
export function single(
  node: JsonObject & { readonly id: string },
  ports: readonly string[] = ['out'],
): Piece {
  return { nodes: [node], edges: [], entry: node.id, exits: ports.map((port) => ({ from: node.id, port })) };
}

/** Edges from ways out to what comes next. */
export function lead(exits: readonly Exit[], to: string): readonly JsonObject[] {
  return exits.map(({ from, port }) => ({ from, ...(port === 'out' ? {} : { port }), to }));
}

/** Pieces one after another; null for none. */
export function chain(pieces: readonly Piece[]): Piece | null {
  const [first] = pieces;
  const last = pieces.at(-1);
  if (first === undefined || last === undefined) return null;
  const edges = pieces.flatMap((piece, index) => {
    const before = pieces[index - 1];
    return before === undefined ? piece.edges : [...lead(before.exits, piece.entry), ...piece.edges];
  });
  return { nodes: pieces.flatMap(({ nodes }) => nodes), edges, entry: first.entry, exits: last.exits };
}

/** The inside of a container. */
export function bodyOf(piece: Piece | null): JsonObject {
  return { nodes: piece?.nodes ?? [], edges: piece?.edges ?? [] };
}

/**
 * A GROUP that runs pieces one after another: in order where each is one node; where one of them is a choice, as a chain of
 * edges in a group of one branch, because a SYNC GROUP has no edges.
 */
export function sequenceBody(pieces: readonly Piece[]): JsonObject {
  const isPlain = pieces.every(fitsInOrder);
  const nodes = pieces.flatMap((piece) => piece.nodes);
  return {
    type: 'GROUP',
    params: { mode: isPlain ? 'SYNC' : 'ASYNC' },
    body: isPlain ? { nodes, edges: [] } : bodyOf(chain(pieces)),
  };
}

/** Whether a piece may stand in a SYNC GROUP, where the next follows whatever port was taken (R5): a choice may not. */
function fitsInOrder({ nodes }: Piece): boolean {
  return nodes.length === 1 && nodes[0]?.type !== 'IF' && nodes[0]?.type !== 'SWITCH';
}

/**
 * Parameters that nothing here stands for, as they are kept; a default that is only written out needs no word.
 *
 * @returns nothing where none is left
 */
export function keptParams(
  { report, plan }: Reading,
  { id, path, type }: Shell,
  left: JsonObject,
): JsonObject {
  for (const [key, value] of Object.entries(left)) {
    if (value === defaultOf(key) || key === 'treeBuilder') continue;
    const reason = `The parameter "${key}" of the ${type} "${id}" has no counterpart.`;
    report.kept(below(path, 'params', key), `${plan}/${id}: source.olo.params.${key}`, reason);
  }
  return filled({ params: left });
}
