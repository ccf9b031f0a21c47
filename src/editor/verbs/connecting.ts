import type { GraphNode } from '#projection';
import type { Editor } from '../editor';
import type { ConnectingState } from '../stores';
import { nodeByKey, planToPlace } from '../target';
import { connect, targetsFor } from './connect';

/**
 * Connecting without a mouse: choose a port of the node in focus, walk through what it may lead to, confirm. Every
 * step is a sentence for a screen reader. A node with one port goes straight to the targets.
 *
 * @returns false when the node in focus has no port to connect
 */
export function startConnecting(editor: Editor): boolean {
  const node = nodeByKey(editor.scene.getState().graph, editor.selection.getState().focus);
  if (planToPlace(editor) === null || node === undefined || node.dynamic || node.ports.length === 0)
    return false;
  const state: ConnectingState = {
    from: node.key,
    ports: node.ports,
    port: 0,
    targets: null,
    target: 0,
    spoken: '',
  };
  const plain = node.ports.filter((port) => port !== 'error').length === 1;
  say(editor, plain ? withTargets(editor, state) : state);
  return true;
}

/** The next or the previous port or target; the list goes round. */
export function moveConnecting(editor: Editor, by: 1 | -1): void {
  const { now } = editor.connecting.getState();
  if (now === null) return;
  if (now.targets === null) {
    say(editor, { ...now, port: round(now.port + by, now.ports.length) });
  } else if (now.targets.length > 0) {
    say(editor, { ...now, target: round(now.target + by, now.targets.length) });
  }
}

/** Another port of the same node, while targets are walked. */
export function switchPort(editor: Editor): void {
  const { now } = editor.connecting.getState();
  if (now === null) return;
  const next = { ...now, port: round(now.port + 1, now.ports.length) };
  say(editor, now.targets === null ? next : withTargets(editor, next));
}

/** Confirms the port, then the target; the edge is drawn and the target has the focus. True when it is drawn. */
export function finishConnecting(editor: Editor): boolean {
  const { now } = editor.connecting.getState();
  if (now === null) return false;
  if (now.targets === null) {
    say(editor, withTargets(editor, now));
    return false;
  }
  const to = now.targets[now.target];
  const port = now.ports[now.port];
  editor.connecting.setState({ now: null });
  if (to === undefined || port === undefined || !connect(editor, now.from, port, to)) return false;
  // Of a transition its line is chosen: it wants a name.
  if (editor.scene.getState().machine === null) editor.select([to]);
  return true;
}

/** Leaves without an edge. */
export function cancelConnecting(editor: Editor): void {
  editor.connecting.setState({ now: null });
}

function withTargets(editor: Editor, state: ConnectingState): ConnectingState {
  const targets = targetsFor(editor, state.from, state.ports[state.port] ?? '');
  return { ...state, targets, target: 0 };
}

function say(editor: Editor, state: ConnectingState): void {
  const { graph } = editor.scene.getState();
  const spoken = sentence(state, (key) => nodeByKey(graph, key));
  editor.connecting.setState({ now: { ...state, spoken } });
}

function sentence(state: ConnectingState, find: (key: string) => GraphNode | undefined): string {
  const from = find(state.from)?.title ?? '';
  const port = state.ports[state.port] ?? '';
  if (state.targets === null) {
    return `Connect ${from} from port ${port}, ${state.port + 1} of ${state.ports.length}. Enter chooses it.`;
  }
  const target = find(state.targets[state.target] ?? '');
  if (target === undefined) return `Nothing can follow port ${port} of ${from}. Escape leaves.`;
  const place = `${state.target + 1} of ${state.targets.length}`;
  return `Port ${port} of ${from} to ${target.title}, ${target.type}, ${place}. Enter connects.`;
}

function round(index: number, length: number): number {
  return (index + length) % length;
}
