import type { GraphNode } from '#projection';
import type { Editor } from '../editor';
import { nodeByKey } from '../target';

/**
 * The container whose rounds a node lies in, itself included: the innermost that has any.
 *
 * @param key of the node; null when nothing is in focus
 */
export function roundsAround(nodes: readonly GraphNode[], key: string | null): GraphNode | null {
  const graph = { nodes, edges: [] };
  for (let at = nodeByKey(graph, key); at !== undefined; at = nodeByKey(graph, at.parent)) {
    if (at.rounds !== null) return at;
  }
  return null;
}

/** Draws one round of a container of the canvas, from 0; null follows the run. */
export function chooseRound(editor: Editor, key: string, round: number | null): void {
  const node = nodeByKey(editor.scene.getState().graph, key);
  if (node !== undefined) showRound(editor, node.address, round);
}

/** Goes to a round before or after the one that is drawn, of the container in focus; false at the end. */
export function stepRound(editor: Editor, by: number): boolean {
  const node = inFocus(editor);
  const next = (node?.rounds?.shown ?? 0) + by;
  if (!node?.rounds || next < 0 || next >= node.rounds.statuses.length) return false;
  showRound(editor, node.address, next);
  return true;
}

/** D5: goes to the next round that failed, from the last one on to the first again; false when none has. */
export function nextFailedRound(editor: Editor): boolean {
  const node = inFocus(editor);
  if (!node?.rounds) return false;
  const { shown, statuses } = node.rounds;
  for (let far = 1; far <= statuses.length; far++) {
    const round = (shown + far) % statuses.length;
    if (statuses[round] !== 'failed') continue;
    showRound(editor, node.address, round);
    return true;
  }
  return false;
}

/** The container around what is in focus; with nothing in focus the first that has rounds. */
function inFocus(editor: Editor): GraphNode | null {
  const { nodes } = editor.scene.getState().graph;
  const { focus } = editor.selection.getState();
  return roundsAround(nodes, focus) ?? nodes.find(({ rounds }) => rounds !== null) ?? null;
}

function showRound(editor: Editor, container: string, round: number | null): void {
  const rounds = new Map(editor.view.getState().rounds);
  if (round === null) rounds.delete(container);
  else rounds.set(container, round);
  editor.view.setState({ rounds });
}
