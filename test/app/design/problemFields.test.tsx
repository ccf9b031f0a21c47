import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { type Diagnostic, seededRandom } from '#base';
import { createEditor, type Editor } from '#editor';
import { allNodes, findState, type Plan, transitionsOf, type Workspace } from '#plan';
import { NodeSetup } from '../../../src/app/design/NodeSetup';
import { PlanFields } from '../../../src/app/design/PlanSetup';
import MachineFields from '../../../src/app/machine/MachineFields';
import { StateSetup } from '../../../src/app/machine/MachineInspector';
import { TransitionSetup } from '../../../src/app/machine/TransitionSetup';
import { randomPlan } from '../../laws/randomPlan';
import { catalogue, takes } from '../../notation/catalogue';
import { plan, workspace } from '../../notation/plan';
import { randomMachines } from '../../notation/randomMachines';
import { withFaults } from '../../plan/plantedFaults';
import { RULE_CASES } from '../../plan/ruleCases';

let editor: Editor;

vi.mock('../../../src/app/state/session', () => ({
  useSession: () => ({ id: 'ws', editor }),
  useEditor: () => editor,
  useSessionState: () => true,
  useCatalogue: () => editor.catalogue,
  useDocument: (select: (state: object) => unknown) => select(editor.document.getState()),
  useScene: (select: (state: object) => unknown) => select(editor.scene.getState()),
  useProblems: (select: (state: object) => unknown) => select(editor.problems.getState()),
  useSelection: (select: (state: object) => unknown) => select(editor.selection.getState()),
  useRuns: (select: (state: object) => unknown) => select(editor.runs.getState()),
}));
// Commands of the page, which no form gives while it is drawn.
vi.mock('../../../src/app/commands/give', () => ({ give: () => undefined }));
// Folded fields are drawn when they are wanted, which a journey follows; here they are all there.
vi.mock('../../../src/app/design/InspectorParts', async (original) => ({
  ...(await original<object>()),
  MoreFields: ({ children }: { children: unknown }) => children,
}));
// It is loaded when it is needed, which nothing waits for here.
vi.mock('../../../src/app/parts/lazily', async (original) => ({
  ...(await original<object>()),
  lazily: () => (props: Parameters<typeof MachineFields>[0]) => <MachineFields {...props} />,
}));

const CATALOGUE = catalogue('echo', 'model.generate', {
  id: 'table.filter',
  input: takes({ rows: { type: 'array' }, column: { type: 'string' }, value: { type: 'number' } }, [
    'rows',
    'column',
    'value',
  ]),
});

/** What is about the drawing, and is chosen on the canvas: no form has a field for it. */
const DRAWN = /^\/(?:(?:body|id|type|states)\b|(?:on|always|after|onDone)$)/;

/** Where the fields of the form are that a problem leads to. */
function fieldsFor(one: Plan, { where }: Diagnostic): readonly string[] | null {
  const form = formFor(one, where.node, where.field ?? '');
  if (form === null) return null;
  const html = renderToStaticMarkup(form);
  return [...html.matchAll(/data-field-at="([^"]+)"/g)].map(([, at = '']) => at.replaceAll('&#x27;', "'"));
}

function formFor(one: Plan, id: string | undefined, field: string) {
  const { graph } = editor.scene.getState();
  if (one.kind === 'capability') {
    if (id === undefined) return <PlanFields />;
    const card = graph.nodes.find(({ node, type }) => type !== 'STATE' && node.id === id);
    if (card === undefined || card.type === 'STATE') throw new Error(`${id} is not drawn`);
    return <NodeSetup node={card} />;
  }
  const owner = id === undefined ? one : findState(one, id)?.state;
  const taken = owner && transitionsOf(owner).find(({ path }) => `${field}/`.startsWith(`${path}/`));
  if (taken !== undefined && taken.cause !== 'default') {
    const line = graph.edges.find(
      ({ transition }) => transition?.path === taken.path && transition.state === (id ?? null),
    );
    if (line !== undefined) return <TransitionSetup edge={line} />;
    // What leads to no state is drawn nowhere: it is told with what it is of, whose form lists it.
    if (id === undefined) return null;
  }
  if (id === undefined) return <PlanFields />;
  const card = graph.nodes.find(({ key }) => key === `/${id}`);
  if (card?.type !== 'STATE') throw new Error(`${id} is not drawn`);
  return <StateSetup card={card} />;
}

function rootOf(one: Plan, id: string | undefined): string {
  if (id === undefined) return `ws/${one.id}`;
  if (one.kind === 'state-machine') return `ws/${one.id}/${id}`;
  const placed = [...allNodes(one)].find(({ node }) => node.id === id);
  return `ws/${one.id}${placed?.bodies.map((body) => `/${body}`).join('') ?? ''}/${id}`;
}

/** Problems of the document that lead to no field, and how many lead to one. */
function lost(document: Workspace): { readonly none: readonly string[]; readonly found: number } {
  editor = createEditor({ workspace: document, catalogue: CATALOGUE, now: () => 0 });
  const [one] = document.plans;
  if (one === undefined) throw new Error('no plan');
  const pointed = editor
    .check()
    .filter(({ where }) => where.plan === one.id && where.field && !DRAWN.test(where.field));
  const none = pointed.flatMap((diagnostic) => {
    const wanted = `${rootOf(one, diagnostic.where.node)}${diagnostic.where.field}`;
    const list = fieldsFor(one, diagnostic);
    if (list === null && diagnostic.where.node === undefined) return [];
    const best = list
      ?.filter((at) => wanted === at || wanted.startsWith(`${at}/`))
      .sort((a, b) => b.length - a.length)[0];
    // A place that holds all parameters leads to one of them only where the problem is about them all.
    const isExact = best !== undefined && (wanted === best || !best.endsWith('/params'));
    return isExact ? [] : [`${diagnostic.code} ${wanted}, has ${list?.join(' ')}`];
  });
  return { none, found: pointed.length - none.length };
}

describe('E4 what a problem points to has a field', () => {
  test.each(RULE_CASES.map((one) => [one.rule, one] as const))('%s', (_title, one) => {
    expect(lost(workspace([plan(one.plan)], one.workspace ?? {})).none).toEqual([]);
  });

  test('in random plans with planted faults', { timeout: 120_000 }, () => {
    let found = 0;
    const property = fc.property(fc.nat(1_000_000), (seed) => {
      const wild = { nodes: 5, depth: 2, planners: true };
      const faulty = withFaults(randomPlan(seed, wild), seededRandom(seed));
      const result = faulty === null ? null : lost(workspace([faulty]));
      expect(result?.none ?? []).toEqual([]);
      found += result?.found ?? 0;
    });
    fc.assert(property, { seed: 4_916, numRuns: 60 });
    expect(found).toBeGreaterThan(100);
  });

  test('in random machines with planted faults', { timeout: 120_000 }, () => {
    let found = 0;
    const property = fc.property(randomMachines, fc.nat(1_000_000), (one, seed) => {
      const faulty = withFaults(one, seededRandom(seed));
      const result = faulty === null ? null : lost(workspace([faulty]));
      expect(result?.none ?? []).toEqual([]);
      found += result?.found ?? 0;
    });
    fc.assert(property, { seed: 4_916, numRuns: 60 });
    expect(found).toBeGreaterThan(60);
  });
});
