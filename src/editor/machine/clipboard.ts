import { isJsonObject, type Json, LIMITS, parseJson } from '#base';
import { STATE } from '#layout';
import { type Place, pasteStates, readPlan, type State, stateIds, statesOf } from '#plan';
import type { Editor } from '../editor';
import { freePlace } from '../place';
import { selectedCards } from '../target';
import { holderOf, keyOfState, machineGroundOf } from './ground';

/** What the clipboard's text begins with. */
const FORMAT = 'planloom/states';

/** The chosen states with what is inside them, as text for the clipboard; null when none is chosen. */
export function copyStates(editor: Editor): string | null {
  const { machine, boxes } = editor.scene.getState();
  const cards = selectedCards(editor);
  if (machine === null || cards.length === 0) return null;
  const states = statesOf(
    machine,
    cards.map(({ node }) => node.id),
  );
  const stored = editor.workspace.layout[machine.id] ?? {};
  const places: Record<string, Place> = {};
  for (const id of stateIds({ states })) if (stored[id] !== undefined) places[id] = stored[id];
  for (const { key, node } of cards) {
    const box = boxes.get(key);
    if (box !== undefined) places[node.id] = { ...places[node.id], x: box.x, y: box.y };
  }
  return JSON.stringify({ format: FORMAT, version: 1, states, places }, null, 2);
}

/**
 * Pastes such a text with fresh ids beside what is in focus, and chooses what came. It passes the same checks as every
 * other door (W3).
 *
 * @returns how many states came; 0 when the text holds none, or the plan cannot be edited
 */
export function pasteStateText(editor: Editor, text: string): number {
  const fragment = readFragment(text);
  const ground = machineGroundOf(editor);
  if (ground === null || fragment === null || fragment.states.length === 0) return 0;
  const holder = holderOf(editor, ground);
  const points = fragment.states.flatMap(({ id }) => fragment.places[id] ?? []);
  const left = Math.min(0, ...points.map(({ x }) => x));
  const size = {
    width: Math.max(0, ...points.map(({ x }) => x)) - left + STATE.width,
    height: STATE.height,
  };
  const corner = freePlace(ground.scene, holder, size, editor.selection.getState().focus);
  const outer = new Set(fragment.states.map(({ id }) => id));
  const first = { x: Math.min(...points.map(({ x }) => x)), y: Math.min(...points.map(({ y }) => y)) };
  const places = Object.fromEntries(
    Object.entries(fragment.places).map(([id, place]) => [
      id,
      outer.has(id) ? { ...place, x: place.x - first.x + corner.x, y: place.y - first.y + corner.y } : place,
    ]),
  );
  const pasted = pasteStates(ground.plan, holder?.node.id ?? null, fragment.states, places);
  if (!editor.edit(pasted.edit, { label: 'Paste' }).ok) return 0;
  editor.select(fragment.states.map(({ id }) => keyOfState(pasted.ids.get(id) ?? id)));
  return fragment.states.length;
}

interface Fragment {
  readonly states: readonly State[];
  readonly places: Readonly<Record<string, Place>>;
}

function readFragment(text: string): Fragment | null {
  if (!text.includes(FORMAT) || text.length > LIMITS.importBytes) return null;
  const parsed = parseJson(text, LIMITS.jsonDepth);
  if (!parsed.ok || !isJsonObject(parsed.value) || parsed.value.format !== FORMAT) return null;
  const states = parsed.value.states ?? [];
  const read = readPlan({ id: 'copied', kind: 'state-machine', states } satisfies Json);
  if (!read.ok || read.value.kind !== 'state-machine') return null;
  return { states: read.value.states, places: readPlaces(parsed.value.places) };
}

function readPlaces(value: Json | undefined): Readonly<Record<string, Place>> {
  if (!isJsonObject(value)) return {};
  const places: Record<string, Place> = {};
  for (const [id, place] of Object.entries(value)) {
    if (!isJsonObject(place) || typeof place.x !== 'number' || typeof place.y !== 'number') continue;
    places[id] = { x: place.x, y: place.y };
  }
  return places;
}
