import { isJsonObject, type Json, LIMITS, note, parseJson } from '#base';
import { CARD } from '#layout';
import { type Body, bodiesOf, fragmentOf, type Place, pasteFragment, placeSchema, readBody } from '#plan';
import type { Editor } from '../editor';
import { copyStates, pasteStateText } from '../machine/clipboard';
import { freePlace, type Point } from '../place';
import { bodyOf, containerFor, containerIdOf, groundOf, keyOf, selectedNodes } from '../target';

/** What the clipboard's text begins with, so that text of somebody else is left to the page. */
const FORMAT = 'planloom/fragment';

/**
 * The selected nodes with what is inside them and the edges between them, as text for the clipboard: it can be
 * pasted into another plan and another window. Null when nothing is selected.
 */
export function copySelection(editor: Editor): string | null {
  if (editor.scene.getState().machine !== null) return copyStates(editor);
  const ground = groundOf(editor);
  const scene = editor.scene.getState();
  const nodes = selectedNodes(editor);
  const plan = ground?.plan ?? scene.plan;
  if (nodes.length === 0 || plan === null) return null;
  const body = fragmentOf(
    plan,
    nodes.map((node) => node.node.id),
  );
  const places: Record<string, Place> = {};
  const stored = editor.workspace.layout[plan.id] ?? {};
  for (const { node } of scene.graph.nodes) {
    const place = stored[node.id];
    if (place !== undefined) places[node.id] = place;
  }
  for (const node of nodes) {
    const box = scene.boxes.get(node.key);
    if (box !== undefined) places[node.node.id] = { ...places[node.node.id], x: box.x, y: box.y };
  }
  const inside = new Set(idsIn(body));
  const kept = Object.fromEntries(Object.entries(places).filter(([id]) => inside.has(id)));
  return JSON.stringify({ format: FORMAT, version: 1, body, places: kept }, null, 2);
}

/**
 * Pastes such a text, with fresh ids, beside what is in focus, and selects what came. Passes the same checks as
 * every other door (W3).
 *
 * @returns how many nodes came; 0 when the text is no fragment or the plan cannot be edited
 */
export function pasteText(editor: Editor, text: string): number {
  if (editor.scene.getState().machine !== null) return pasteStateText(editor, text);
  const read = readFragment(text);
  const ground = groundOf(editor);
  if (ground === null || read === null) return 0;
  const { plan, scene } = ground;
  const container = containerFor(editor, scene.graph);
  const begins = bodyOf(plan, container).nodes.some(({ type }) => type === 'START');
  const fragment = begins ? { ...read, body: withoutStart(read.body) } : read;
  if (fragment.body.nodes.length === 0) {
    if (read.body.nodes.length > 0) editor.refuse(ONE_START);
    return 0;
  }
  const parent = container?.key ?? null;
  const corner = freePlace(scene, container, extentOf(fragment), editor.selection.getState().focus);
  const pasted = pasteFragment(plan, containerIdOf(container), fragment.body, shifted(fragment, corner));
  if (!editor.edit(pasted.edit, { label: 'Paste' }).ok) return 0;
  const came = fragment.body.nodes.map((node) => pasted.ids.get(node.id) ?? node.id);
  editor.select(came.map((id) => keyOf(parent, id)));
  return came.length;
}

/** Copies the selection beside itself in one step. */
export function duplicateSelection(editor: Editor): number {
  const text = copySelection(editor);
  return text === null ? 0 : pasteText(editor, text);
}

interface Fragment {
  readonly body: Body;
  readonly places: Readonly<Record<string, Place>>;
}

function readFragment(text: string): Fragment | null {
  if (!text.includes(FORMAT) || text.length > LIMITS.importBytes) return null;
  const parsed = parseJson(text, LIMITS.jsonDepth);
  if (!parsed.ok || !isJsonObject(parsed.value) || parsed.value.format !== FORMAT) return null;
  const body = readBody(parsed.value.body ?? null);
  return body.ok ? { body: body.value, places: readPlaces(parsed.value.places) } : null;
}

const ONE_START = note(
  'NOT_PASTED',
  'A plan has one START, and this one has it already.',
  'Copy what comes after it.',
);

/** A scope has one START: what is pasted beside one brings no second. */
function withoutStart({ nodes, edges }: Body): Body {
  const starts = new Set(nodes.filter(({ type }) => type === 'START').map(({ id }) => id));
  return {
    nodes: nodes.filter(({ id }) => !starts.has(id)),
    edges: edges.filter(({ from, to }) => !starts.has(from) && !starts.has(to)),
  };
}

/** What is no place is left out: a node without one finds its own. */
function readPlaces(value: Json | undefined): Fragment['places'] {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([id, place]) => {
      const read = placeSchema.safeParse(place);
      return read.success ? [[id, read.data] as const] : [];
    }),
  );
}

/** The outermost nodes move to the new corner together; what is inside boxes stays where it is in them. */
function shifted(fragment: Fragment, corner: Point): Record<string, Place> {
  const outer = new Set(fragment.body.nodes.map((node) => node.id));
  const points = [...outer].flatMap((id) => fragment.places[id] ?? []);
  const left = Math.min(...points.map((point) => point.x));
  const top = Math.min(...points.map((point) => point.y));
  return Object.fromEntries(
    Object.entries(fragment.places).map(([id, place]) => {
      const moved = outer.has(id) ? { x: place.x - left + corner.x, y: place.y - top + corner.y } : {};
      return [id, { ...place, ...moved }];
    }),
  );
}

function extentOf({ body, places }: Fragment): { width: number; height: number } {
  const points = body.nodes.flatMap((node) => places[node.id] ?? []);
  const span = (values: number[]): number =>
    values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
  return {
    width: span(points.map((point) => point.x)) + CARD.width,
    height: span(points.map((point) => point.y)) + CARD.height,
  };
}

function idsIn(body: Body): string[] {
  return body.nodes.flatMap((node) => [node.id, ...bodiesOf(node).flatMap((inner) => idsIn(inner.body))]);
}
