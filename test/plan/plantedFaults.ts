import type { Json, JsonObject, Random } from '#base';
import { type Plan, readPlan } from '#plan';

type Draft = { [key: string]: Json | Draft[] };

/** A plan with up to four things wrong that a person, an import or a model may have done; null where it is none. */
export function withFaults(plan: Plan, random: Random): Plan | null {
  const draft: JsonObject = JSON.parse(JSON.stringify(plan));
  const faults = plan.kind === 'capability' ? OF_PLANS : OF_MACHINES;
  for (let count = 1 + random.below(4); count > 0; count--) {
    const fault = faults[random.below(faults.length)];
    const owners = ownersIn(draft, plan.kind === 'capability' ? 'nodes' : 'states');
    const owner = owners[random.below(owners.length)];
    const other = owners[random.below(owners.length)];
    if (fault && owner && other) fault(owner, other, draft as Draft, random);
  }
  const read = readPlan(JSON.parse(JSON.stringify(draft)));
  return read.ok ? read.value : null;
}

type Fault = (owner: Draft, other: Draft, plan: Draft, random: Random) => void;

const OF_PLANS: readonly Fault[] = [
  (node) => Object.assign(node, { onError: 'route' }),
  (node) => Object.assign(node, { onError: 'continue' }),
  (node) => Object.assign(node, { onError: undefined }),
  (node) => Object.assign(node, { disabled: 'pass' }),
  (node) => Object.assign(node, { background: true }),
  (node) => Object.assign(node, { mutex: 'one' }),
  (node) => Object.assign(node, { timeoutMs: 5 }),
  (node) => Object.assign(node, { output: { aa: 'result', bb: 'result' } }),
  (node) => Object.assign(node, { output: { zebra: 'dynamicPlna' } }),
  (node) => become(node, 'CAPABILITY', { capability: 'ehco' }),
  (node) => become(node, 'CAPABILITY', { capability: 'table.filter' }),
  (node) => Object.assign(node, { input: { row: [], colum: 'a', value: 1 } }),
  (node) => become(node, 'JOIN', { need: 'N_OF(4)' }),
  (node) => become(node, 'IF', { condition: 'd > 1' }),
  (node) => become(node, 'END', { result: 'text' }),
  (node) => become(node, 'CANCEL', { nodes: [id(node), 'n11', 'n1'] }),
  (node) => become(node, 'DELAY', { until: '2031-01-01T00:00:00Z', forMs: 5 }),
  (node) => become(node, 'HUMAN_INPUT', { message: 'Well?', timeoutMs: null }),
  (node) => become(node, 'ITERATOR', { items: '[]', merge: 'PREFIX_BY_ACTIVITY' }),
  (node) => become(node, 'ITERATOR', { items: '[]', merge: 'SHARED', concurrency: 3 }),
  (node) => become(node, 'ITERATOR', { items: '[]', collectInto: 'a', merge: 'LAST_WINS' }),
  (node) => become(node, 'SWITCH', { cases: [choice('one'), choice('one'), choice('default')] }),
  (node) => become(node, 'SUB_PLAN', { plan: 'mian' }),
  (node) => become(node, 'SUB_PLAN', { plan: 'main' }),
  (_node, _other, plan, random) => listOf(plan, 'edges').splice(random.below(8), 1),
  (_node, _other, plan, random) => listOf(plan, 'nodes').splice(random.below(8), 1),
  (node, _other, plan) => listOf(plan, 'edges').push({ from: id(node), port: 'otu', to: 'n1' }),
  (node, other, plan) => listOf(plan, 'edges').push({ from: id(node), port: 'out', to: id(other) }),
  (node, _other, plan) => listOf(plan, 'edges').push({ from: id(node), port: 'out', to: `${id(node)}x` }),
  (node, _other, plan) => {
    listOf(plan, 'nodes').push({ id: 'begin', type: 'START', disabled: 'skip' });
    listOf(plan, 'edges').push({ from: 'begin', port: 'out', to: id(node) });
  },
  (_node, _other, plan) => listOf(plan, 'variables').splice(1, 1),
  (_node, _other, plan) => listOf(plan, 'variables').push({ id: '__own', scope: 'OUT' }),
  (_node, _other, plan) => Object.assign(plan, { result: { x: '{{ b }}', y: '{{ bee }}' } }),
];

const OF_MACHINES: readonly Fault[] = [
  (state) => Object.assign(state, { initial: 'state-00' }),
  (state) => Object.assign(state, { defaultNext: 'state-00' }),
  (state) => Object.assign(state, { type: 'final' }),
  (state) => Object.assign(state, { type: 'final', isTerminal: true, outcome: 'failed' }),
  (state) => Object.assign(state, { type: 'parallel', initial: 'state-0' }),
  (state) => Object.assign(state, { type: 'compound', states: [] }),
  (state) => Object.assign(state, { type: 'history', target: 'state-0' }),
  (state) => Object.assign(state, { outcome: 'completed' }),
  (state) => Object.assign(state, { on: [{ event: 'go', target: 'stat-1' }] }),
  (state) => Object.assign(state, { on: [{ event: 'go', target: 'state-0', restart: true }] }),
  (state) => Object.assign(state, { on: [{ event: 'go', when: 'guard("redy") && inState("sate-0")' }] }),
  (state) => Object.assign(state, { on: [{ event: 'go', when: 'cuont > 1' }] }),
  (state) => Object.assign(state, { after: [{ delay: 'sone', target: 'state-0' }] }),
  (state) => Object.assign(state, { after: [{ delay: 'soon', delayMs: 5, target: 'state-0' }] }),
  (state) => Object.assign(state, { entry: [{ type: 'raise', event: 'nobody.hears' }] }),
  (state) => Object.assign(state, { invoke: [{ capability: 'ehco' }, { id: 'invoke', plan: 'man' }] }),
  (state) => Object.assign(state, { invoke: [{ capability: 'echo', plan: 'main', output: { conut: '1' } }] }),
  (_state, _other, plan) => Object.assign(plan, { states: [] }),
  (_state, _other, plan) => Object.assign(plan, { guards: [guard('ready'), guard('ready')] }),
  (_state, _other, plan) => Object.assign(plan, { delays: [{ name: 'soon', ms: 5 }] }),
  (_state, _other, plan) => Object.assign(plan, { variables: [{ id: 'count', scope: 'INTERNAL' }] }),
  (_state, _other, plan) =>
    Object.assign(plan, { responders: [{ id: 'who', request: 'asked', capability: 'echo' }] }),
];

function choice(name: string): JsonObject {
  return { id: name, when: 'true' };
}

function guard(name: string): JsonObject {
  return { name, when: 'true' };
}

function id(node: Draft): string {
  return String(node.id);
}

/** Another kind of node in its place; the edges stay. */
function become(node: Draft, type: string, params: JsonObject): void {
  const body = type === 'ITERATOR' ? { body: { nodes: [], edges: [] } } : {};
  for (const key of Object.keys(node)) if (key !== 'id' && key !== 'onError') delete node[key];
  Object.assign(node, { type, params, ...body });
}

function listOf(owner: Draft, name: string): Draft[] {
  const list = owner[name];
  return Array.isArray(list) ? (list as Draft[]) : [];
}

/** Every node, or state, at every depth. */
function ownersIn(value: unknown, list: string): readonly Draft[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === list && Array.isArray(inner) ? inner.filter((one) => typeof one === 'object') : []),
    ...ownersIn(inner, list),
  ]);
}
