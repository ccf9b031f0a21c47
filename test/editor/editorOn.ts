import { createEditor, type Editor } from '#editor';
import { type Catalogue, planHash, type Workspace } from '#plan';
import { plan, workspace } from '../notation/plan';

const NAMES = ['echo', 'table.load', 'documents.search'];

export const CATALOGUE: Catalogue = new Map(
  NAMES.map((id) => [id, { id, description: '', input: {}, output: {}, effect: 'pure' }]),
);

/** An editor on one plan in the short notation, with a clock that a test moves by hand. */
export function editorOn(text: string): { editor: Editor; clock: { now: number } } {
  const clock = { now: 1_000 };
  const only = workspace([plan(text)]);
  const editor = createEditor({ workspace: only, catalogue: CATALOGUE, now: () => clock.now });
  return { editor, clock };
}

/** The open plan as lines: nodes in document order, indented in their containers, then edges. */
export function drawn(editor: Editor): readonly string[] {
  const { graph } = editor.scene.getState();
  const depth = (key: string): string => '  '.repeat(key.split('/').length - 2);
  const nodes = graph.nodes.map((node) => `${depth(node.key)}${node.node.id}: ${node.type}`);
  const edges = graph.edges
    .filter((edge) => !edge.implied)
    .map((edge) => edge.key.slice(edge.key.lastIndexOf('/') + 1));
  return [...nodes, ...edges];
}

/** Only the edges, without their scopes. */
export function edgesOf(editor: Editor): readonly string[] {
  return drawn(editor).filter((line) => line.includes('->'));
}

/** The hash of the open plan. */
export function hashOf(editor: Editor): string {
  const { open } = editor.scene.getState();
  if (open === null) throw new Error('no plan is open');
  return planHash(open, editor.workspace);
}

export function layoutOf(editor: Editor): Workspace['layout'][string] {
  return editor.workspace.layout.main ?? {};
}
