import { GRID } from '#layout';
import type { CommandContext } from './commandContext';
import { type CommandId, commandForKey, type KeyBindings } from './commands';
import type { Editor } from './editor';
import type { KeyPress } from './keys';
import { nodeByKey, onlyEdge } from './target';
import { addNode } from './verbs/addNode';
import { alignSelection } from './verbs/align';
import { disableSelection, nudgeSelection } from './verbs/changeNodes';
import { duplicateSelection } from './verbs/clipboard';
import {
  cancelConnecting,
  finishConnecting,
  moveConnecting,
  startConnecting,
  switchPort,
} from './verbs/connecting';
import { extractSelection } from './verbs/extract';
import { groupSelection } from './verbs/group';
import { removeSelection } from './verbs/removeSelection';
import { nextFailedRound, stepRound } from './verbs/rounds';
import { leaveSubPlan, openSubPlan } from './verbs/subPlans';
import { stepTurn } from './verbs/turns';
import { selectAll, selectDownstream, selectUpstream, walk, walkChanges, walkEdges } from './verbs/walk';

/** What the editor does by itself for a command. */
const VERBS: Readonly<Partial<Record<CommandId, (editor: Editor) => unknown>>> = {
  'connect.next': (editor) => moveConnecting(editor, 1),
  'connect.previous': (editor) => moveConnecting(editor, -1),
  'connect.port': switchPort,
  'connect.finish': finishConnecting,
  'connect.cancel': cancelConnecting,
  'edit.undo': (editor) => editor.undo(),
  'edit.redo': (editor) => editor.redo(),
  'node.note': (editor) => addNode(editor, 'NOTE'),
  'node.connect': startConnecting,
  'node.disable': disableSelection,
  'edit.delete': (editor) => removeSelection(editor),
  'edit.delete-only': (editor) => removeSelection(editor, { heal: false }),
  'edit.duplicate': duplicateSelection,
  'edit.group': groupSelection,
  'edit.extract': extractSelection,
  'select.all': selectAll,
  'select.upstream': selectUpstream,
  'select.downstream': selectDownstream,
  'select.left': (editor) => walk(editor, 'left'),
  'select.right': (editor) => walk(editor, 'right'),
  'select.up': (editor) => walk(editor, 'up'),
  'select.down': (editor) => walk(editor, 'down'),
  'select.edge': (editor) => walkEdges(editor, 1),
  'select.edge-back': (editor) => walkEdges(editor, -1),
  'select.change': (editor) => walkChanges(editor, 1),
  'select.change-back': (editor) => walkChanges(editor, -1),
  'select.leave': leave,
  'arrange.left': (editor) => alignSelection(editor, 'left'),
  'arrange.right': (editor) => alignSelection(editor, 'right'),
  'arrange.top': (editor) => alignSelection(editor, 'top'),
  'arrange.bottom': (editor) => alignSelection(editor, 'bottom'),
  'arrange.across': (editor) => alignSelection(editor, 'across'),
  'arrange.down': (editor) => alignSelection(editor, 'down'),
  'arrange.move-left': (editor) => nudgeSelection(editor, -GRID, 0),
  'arrange.move-right': (editor) => nudgeSelection(editor, GRID, 0),
  'arrange.move-up': (editor) => nudgeSelection(editor, 0, -GRID),
  'arrange.move-down': (editor) => nudgeSelection(editor, 0, GRID),
  'arrange.collapse': foldFocus,
  'travel.back': (editor) => editor.cursor.seekBy(-1),
  'travel.forward': (editor) => editor.cursor.seekBy(1),
  'travel.first': (editor) => editor.cursor.seek(0),
  'travel.live': (editor) => editor.cursor.seek(null),
  'travel.round-back': (editor) => stepRound(editor, -1),
  'travel.round-forward': (editor) => stepRound(editor, 1),
  'travel.round-failed': nextFailedRound,
  'travel.turn-back': (editor) => stepTurn(editor, -1),
  'travel.turn-forward': (editor) => stepTurn(editor, 1),
  'travel.leave': (editor) => editor.showRun(null),
};

/**
 * Gives a command. Those that need a screen, a clipboard, a file or a run's host are the app's.
 *
 * @returns whether the editor did it
 */
export function runCommand(editor: Editor, id: CommandId): boolean {
  if (id === 'select.open') return enterFocus(editor);
  const verb = VERBS[id];
  verb?.(editor);
  return verb !== undefined;
}

/** What came of a key press. */
interface Handled {
  readonly command: CommandId;
  /** Whether the editor did it; if not, the app must. */
  readonly done: boolean;
}

/**
 * Finds the command of a key press and gives it, as far as the editor can.
 *
 * @returns null when it is no key of ours: then the press is the page's
 */
export function handleKey(
  editor: Editor,
  press: KeyPress,
  focus: CommandContext['focus'],
  bindings: KeyBindings = {},
): Handled | null {
  const command = commandForKey(press, contextOf(editor, focus), bindings);
  return command === null ? null : { command, done: runCommand(editor, command) };
}

/** What `commandForKey` needs to know, as far as the editor knows it. */
export function contextOf(editor: Editor, focus: CommandContext['focus']): CommandContext {
  const { readOnly, plan, machine, view, run, stands } = editor.scene.getState();
  const live = run?.live;
  const active = run?.hosted === true && live?.endedAt === null;
  return {
    focus,
    readOnly: readOnly || (plan === null && machine === null),
    connecting: editor.connecting.getState().now !== null,
    runShown: view !== null,
    stands: view !== null || stands !== null,
    runActive: active,
    runStopped: active && live?.status === 'paused',
    approval: editor.proposal !== null || (live?.waiting.some((one) => one.kind === 'approval') ?? false),
    alone: editor.proposal !== null,
  };
}

/** Enter goes into a box, and to the plan of a SUB_PLAN or of a state that invokes one; on a card the app opens the inspector. */
function enterFocus(editor: Editor): boolean {
  const { graph } = editor.scene.getState();
  const node = nodeByKey(graph, editor.selection.getState().focus);
  if (node === undefined) return false;
  // What a planner made runs no plan of the workspace, even where one is called the same.
  const isMade = node.dynamic && node.subPlan === null;
  if (!node.container) return !isMade && openSubPlan(editor, node.key);
  editor.enter(node.key);
  const first = graph.nodes.find((one) => one.lane === null && isInside(one.parent, node.key));
  if (first !== undefined) editor.select([first.key]);
  return true;
}

/** Directly inside a box, or inside one of its lanes. */
function isInside(parent: string | null, box: string): boolean {
  return parent === box || (parent?.startsWith(`${box}.`) ?? false);
}

/** From an edge to where it begins, from nodes to none, then from the inside of a box out to its box, from a plan back to its SUB_PLAN. */
function leave(editor: Editor): void {
  const { inside, graph } = editor.scene.getState();
  const edge = onlyEdge(editor);
  if (edge !== undefined) editor.select([edge.from]);
  else if (editor.selection.getState().nodes.size > 0) editor.select([]);
  else if (inside !== null) {
    const outer = nodeByKey(graph, nodeByKey(graph, inside)?.parent ?? null);
    editor.enter((outer?.lane === null ? outer.key : outer?.parent) ?? null);
    editor.select([inside]);
  } else leaveSubPlan(editor);
}

function foldFocus(editor: Editor): void {
  const { graph, boxes } = editor.scene.getState();
  const node = nodeByKey(graph, editor.selection.getState().focus);
  if (node?.container === true) editor.fold(node.key, boxes.get(node.key)?.collapsed !== true);
}
