import {
  allBodies,
  allNodes,
  type Body,
  type CapabilityPlan,
  edgeKey,
  type Places,
  type Plan,
  type PlanNode,
  titleOf,
  type Workspace,
  withBodies,
} from '#plan';

/**
 * What changed from one state of a workspace to another, in words: a line for its name, for each plan, and for each of
 * its lists. Nothing changed: no line.
 *
 * @example changesBetween(before, after) // ['“Ask a table”: “Say it” added, 2 nodes changed', 'document “Sales” removed']
 */
export function changesBetween(before: Workspace, after: Workspace): readonly string[] {
  const renamed = before.name === after.name ? [] : [`renamed to “${after.name}”`];
  return [
    ...renamed,
    ...planChanges(before, after),
    ...listChanges(before, after),
    ...otherChanges(before, after),
  ];
}

function planChanges(before: Workspace, after: Workspace): readonly string[] {
  const { added, removed, kept } = compare(before.plans, after.plans);
  const changed = kept.flatMap(([was, is]) => {
    const changes = changesOfPlan(was, is, samePlaces(before.layout[was.id], after.layout[is.id]));
    return changes.length === 0 ? [] : [`${named(is)}: ${changes.join(', ')}`];
  });
  return [
    ...phrases('plan', added, 'added', (plan) => `plan ${named(plan)}`),
    ...phrases('plan', removed, 'removed', (plan) => `plan ${named(plan)}`),
    ...changed,
  ];
}

function changesOfPlan(was: Plan, is: Plan, stayed: boolean): readonly string[] {
  const moved = stayed ? [] : ['moved'];
  if (was.kind !== 'capability' || is.kind !== 'capability') return isSame(was, is) ? moved : ['changed'];
  const nodes = compare(nodesOf(was), nodesOf(is));
  const changed = nodes.kept.filter(([one, other]) => !isSame(one, other)).map(([, other]) => other);
  const settings = isSame(settingsOf(was), settingsOf(is)) ? [] : ['settings changed'];
  const edges = isSame(edgesOf(was), edgesOf(is)) ? [] : ['edges redrawn'];
  return [
    ...phrases('node', nodes.added, 'added', titled),
    ...phrases('node', nodes.removed, 'removed', titled),
    ...phrases('node', changed, 'changed', titled),
    ...edges,
    ...settings,
    ...moved,
  ];
}

/** Whether what has a place in both has the same; new places come with new nodes. */
function samePlaces(was: Places = {}, is: Places = {}): boolean {
  return Object.entries(was).every(([id, place]) => !is[id] || isSame(place, is[id]));
}

const EMPTY: Body = { nodes: [], edges: [] };

/** Every node by itself: what is inside a container counts for itself. */
function nodesOf(plan: CapabilityPlan): readonly PlanNode[] {
  return [...allNodes(plan)].map(({ node }) => withBodies(node, () => EMPTY));
}

function edgesOf(plan: CapabilityPlan): readonly string[] {
  return [...allBodies(plan)].flatMap(({ body }) => body.edges.map(edgeKey)).toSorted();
}

function settingsOf({ nodes: _nodes, edges: _edges, ...settings }: CapabilityPlan): object {
  return settings;
}

interface Named {
  readonly id: string;
  readonly name?: string | undefined;
}

function listChanges(before: Workspace, after: Workspace): readonly string[] {
  const lists: readonly (readonly [string, (workspace: Workspace) => readonly Named[]])[] = [
    ['document', ({ documents }) => documents],
    ['prompt', ({ prompts }) => prompts],
    ['model', ({ models }) => models],
    ['connection', ({ connections }) => connections],
    ['planner', ({ planners }) => planners],
    ['parser', ({ parsers }) => parsers],
    ['capability', ({ capabilities }) => capabilities],
  ];
  return lists.flatMap(([word, list]) => {
    const { added, removed, kept } = compare(list(before), list(after));
    const changed = kept.filter(([one, other]) => !isSame(one, other)).map(([, other]) => other);
    const phrase = (items: readonly Named[], verb: string) =>
      phrases(word, items, verb, (item) => `${word} ${named(item)}`);
    return [...phrase(added, 'added'), ...phrase(removed, 'removed'), ...phrase(changed, 'changed')];
  });
}

/** What has no line of its own. */
function otherChanges(before: Workspace, after: Workspace): readonly string[] {
  const rest = ({ policies, features, sessions }: Workspace) => [policies, features, sessions];
  return isSame(rest(before), rest(after)) ? [] : ['rules of the workspace changed'];
}

interface Compared<Item> {
  readonly added: readonly Item[];
  readonly removed: readonly Item[];
  /** As they were and as they are. */
  readonly kept: readonly (readonly [Item, Item])[];
}

function compare<Item extends { readonly id: string }>(
  before: readonly Item[],
  after: readonly Item[],
): Compared<Item> {
  const was = new Map(before.map((item) => [item.id, item]));
  const is = new Set(after.map(({ id }) => id));
  const kept: (readonly [Item, Item])[] = [];
  const added: Item[] = [];
  for (const item of after) {
    const old = was.get(item.id);
    if (old === undefined) added.push(item);
    else kept.push([old, item]);
  }
  return { added, removed: before.filter(({ id }) => !is.has(id)), kept };
}

/** One is told by its name, several by their number. */
function phrases<Item>(
  word: string,
  items: readonly Item[],
  verb: string,
  nameOf: (item: Item) => string,
): readonly string[] {
  const [only] = items;
  if (only === undefined) return [];
  return [items.length === 1 ? `${nameOf(only)} ${verb}` : `${items.length} ${pluralOf(word)} ${verb}`];
}

function pluralOf(word: string): string {
  return word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`;
}

function named({ id, name }: Named): string {
  return `“${name?.trim() || id}”`;
}

function titled(node: PlanNode): string {
  const own = node.name?.trim();
  return `“${own || (node.type === 'CAPABILITY' ? node.params.capability : titleOf(node))}”`;
}

/** Whether two values of JSON are the same, whatever the order of their keys; a key without a value is as if it were not there. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isRecord(one) || !isRecord(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSame(Reflect.get(one, key), Reflect.get(other, key)));
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
