import { type Diagnostic, isJsonObject, type JsonObject, own, present, problem, warning } from '#base';
import { allNodes, bodiesOf, type PlanNode } from '#plan';
import { objectAt } from './fields';

/** What an import of a format keeps with a workspace, a plan, a node: under `source`, by the id of the format. */
export function keptUnder(format: string, of: { readonly source?: JsonObject | undefined }): JsonObject {
  return objectAt(of.source, format) ?? {};
}

/** The same as a field to be spread into a draft: nothing where nothing is kept. */
export function keeping(format: string, kept: JsonObject): JsonObject {
  return Object.keys(kept).length === 0 ? {} : { source: { [format]: kept } };
}

/** Under which name keys of theirs are kept that would be taken for one of ours. */
const BESIDE = 'beside';

/**
 * Keys of a foreign object as they are kept under `source.<format>`, where an import also writes down what only it has to
 * know. A key of theirs with one of those names stands in an object of its own, so that neither is lost.
 *
 * @param ours the names that the import of that format uses there
 */
export function besideOurs(left: JsonObject, ours: ReadonlySet<string>): JsonObject {
  const clashing = Object.entries(left).filter(([key]) => clashes(key, ours));
  if (clashing.length === 0) return left;
  const free = Object.entries(left).filter(([key]) => !clashes(key, ours));
  return { ...Object.fromEntries(free), [BESIDE]: Object.fromEntries(clashing) };
}

/** Where a key is kept: `key`, or `beside.key`. */
export function placeBeside(key: string, ours: ReadonlySet<string>): string {
  return clashes(key, ours) ? `${BESIDE}.${key}` : key;
}

/** What was kept of theirs, without what is ours: the way back. */
export function theirsOf(kept: JsonObject, ours: ReadonlySet<string>): JsonObject {
  const beside = kept[BESIDE];
  const free = Object.entries(kept).filter(([key]) => !clashes(key, ours));
  return { ...Object.fromEntries(free), ...(isJsonObject(beside) ? beside : {}) };
}

function clashes(key: string, ours: ReadonlySet<string>): boolean {
  return key === BESIDE || ours.has(key);
}

/** Fields of nodes that other formats may have no word for. */
const FIELDS = [
  'input',
  'output',
  'timeoutMs',
  'retry',
  'onError',
  'features',
  'disabled',
  'mutex',
  'cancelOn',
  'background',
] as const satisfies readonly (keyof PlanNode)[];

/** What a plan says and a format has no word for: everything is named once (S3). */
export class LeftOut {
  readonly all: Diagnostic[] = [];

  /** @param noWordFor how it is said of a field or a parameter of a node */
  constructor(
    private readonly plan: string,
    private readonly noWordFor: (name: string, node: string) => string,
  ) {}

  /** @param node null for the plan itself */
  add(node: string | null, field: string, message: string): void {
    const where = { plan: this.plan, ...present({ node: node ?? undefined }), field };
    this.all.push(
      warning('LEFT_OUT', message, 'It stays in the workspace; the file is written without it.', where),
    );
  }

  /** Fields of a node that are set, and have no counterpart. */
  fields(node: PlanNode, known: readonly (keyof PlanNode)[]): void {
    for (const field of FIELDS) {
      const isUsual = node[field] === undefined || (field === 'onError' && node.onError === 'fail');
      if (!isUsual && !known.includes(field)) this.add(node.id, `/${field}`, this.noWordFor(field, node.id));
    }
  }

  params(node: PlanNode, names: readonly string[]): void {
    const params = (node.params ?? {}) as JsonObject;
    for (const name of names)
      if (own(params, name) !== undefined)
        this.add(node.id, `/params/${name}`, this.noWordFor(name, node.id));
  }
}

/** A plan of the other kind cannot be written. */
export function unfit(plan: string, format: string, help = 'Choose a capability plan.'): Diagnostic {
  return problem('FORMAT_UNFIT', `"${plan}" is a state machine, and ${format}.`, help, { plan });
}

/** A node by its id, with how many nodes go with it where it is a container: `"both" (with the 3 nodes in it)`. */
export function namedWithContents(node: PlanNode): string {
  const inside = bodiesOf(node).reduce((sum, { body }) => sum + [...allNodes(body)].length, 0);
  if (inside === 0) return `"${node.id}"`;
  return `"${node.id}" (with the ${inside === 1 ? 'node' : `${inside} nodes`} in it)`;
}
