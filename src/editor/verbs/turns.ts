import { withoutAttempt } from '#base';
import { type AgentTurn, agentTurns, isThinking } from '#projection';
import type { Editor } from '../editor';
import { nodeByKey } from '../target';

/**
 * D3, L11: shows the run as it was when a turn of the agent in focus had ended, so that a fork from there goes on behind it.
 *
 * @param by how many turns further than the last that had ended at the position that is shown; behind the last of all the run is
 * followed live
 * @returns whether there is such a turn
 */
export function stepTurn(editor: Editor, by: number): boolean {
  const { graph, view, run } = editor.scene.getState();
  const node = nodeByKey(graph, editor.selection.getState().focus);
  if (view === null || run === null || node === undefined || node.type === 'STATE' || !isThinking(node.node))
    return false;
  const turns = agentTurns(node.node, withoutAttempt(node.address), run.live);
  // The last may be under way: it is what there is now.
  const last = turns.length - 1;
  const ends = turns.slice(0, last).map(endOf);
  const { position } = editor.runs.getState();
  const next = by + (position === null ? last : ends.findLastIndex((end) => end <= position));
  if (next < 0 || next > last) return false;
  editor.cursor.seek(ends[next] ?? null);
  return true;
}

/** How many commits there were when nothing of a turn was open any more. */
function endOf({ thought, action, verdict }: AgentTurn): number {
  return Math.max(...[thought, action, verdict].map((record) => (record?.seq ?? -1) + 1));
}
