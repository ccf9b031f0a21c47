import { createStore } from 'zustand/vanilla';
import type { Spot } from '#canvas';
import {
  type AddOptions,
  COMMANDS,
  type Command,
  type CommandId,
  canUse,
  contextOf,
  type Editor,
} from '#editor';

/** A menu that was asked for on the canvas: where, in client pixels, and what it offers. */
export interface OpenMenu {
  readonly at: { readonly x: number; readonly y: number };
  readonly commands: readonly Command[];
  /** Where a node is added that is asked for here. */
  readonly add: AddOptions;
}

/** The menu that is open; null is none. */
export const canvasMenu = createStore<{ open: OpenMenu | null }>(() => ({ open: null }));

const ON_NODE: readonly CommandId[] = [
  'select.open',
  'run.from',
  'run.only',
  'run.to',
  'node.rename',
  'node.add',
  'node.connect',
  'node.replace',
  'node.disable',
  'node.pin',
  'node.pin-calls',
  'node.try',
  'edit.copy',
  'edit.cut',
  'edit.duplicate',
  'edit.group',
  'edit.extract',
  'edit.delete',
];
const ON_SEVERAL: readonly CommandId[] = [
  'edit.copy',
  'edit.cut',
  'edit.duplicate',
  'edit.group',
  'edit.extract',
  'node.disable',
  'arrange.tidy',
  'edit.delete',
];
const ON_EDGE: readonly CommandId[] = ['node.add', 'edit.delete'];
const ON_CANVAS: readonly CommandId[] = [
  'node.add',
  'node.note',
  'edit.paste',
  'select.all',
  'arrange.tidy',
  'view.fit',
  'view.reset',
];

/**
 * Opens the menu of what is under a spot, and chooses it: a node, the nodes that are chosen already, an edge, the bare
 * canvas. It offers what can be done now.
 */
export function openCanvasMenu(editor: Editor, key: string | null, spot: Spot): void {
  const { nodes } = editor.selection.getState();
  if (key !== null && !nodes.has(key)) editor.select([key]);
  if (key === null && spot.edge !== null) editor.select([], [spot.edge]);
  const several = key !== null && editor.selection.getState().nodes.size > 1;
  const ids = key === null ? (spot.edge === null ? ON_CANVAS : ON_EDGE) : several ? ON_SEVERAL : ON_NODE;
  const context = contextOf(editor, 'canvas');
  const commands = ids.flatMap((id) => COMMANDS.filter((one) => one.id === id && canUse(one, context)));
  const isBare = key === null && spot.edge === null;
  const add = isBare ? { into: spot.parent, at: spot.at } : {};
  canvasMenu.setState({ open: commands.length === 0 ? null : { at: spot.client, commands, add } });
}
