import { isJsonObject, jsonOf, setAt } from '#base';
import type { Gestures, Spot } from '#canvas';
import {
  addState,
  canConnect,
  connect,
  dropNodes,
  type Editor,
  moveLabel,
  removeSelection,
  resizeNode,
  transitionAt,
  updateState,
  updateTransition,
} from '#editor';
import type { AnyTransition, State } from '#plan';
import { transitionKey } from '#projection';
import { give } from '../commands/give';
import type { Change } from '../forms/form';
import { sendSignal } from '../run/runStore';
import { openDialog } from '../state/dialogs';
import type { Session } from '../state/session';
import { lookInRun } from './LiveEvents';
import { look, possibleNow, simulations, take } from './simulation';
import { readStateItem } from './stateItems';

/** What people do on the canvas of a state machine, as verbs of the editor and of the simulation. */
export function machineGestures(session: Session, reading: Gestures, editable: boolean): Gestures {
  const { editor } = session;
  const possibleOf = (edge: string | null) => {
    const { now } = simulations.getState();
    const drawn = editor.scene.getState().graph.edges.find(({ key }) => key === edge)?.transition;
    if (now === null || drawn === undefined) return null;
    const wanted = transitionKey(drawn.state, drawn.path);
    return possibleNow(now).find(({ state, path }) => transitionKey(state, path) === wanted) ?? null;
  };
  const litKey = (edge: string | null): string | null => {
    const drawn = editor.scene.getState().graph.edges.find(({ key }) => key === edge)?.transition;
    return drawn?.lit === true ? transitionKey(drawn.state, drawn.path) : null;
  };
  const signalOf = (edge: string): string | null => {
    const transition = transitionAt(editor, edge)?.transition;
    return transition && 'event' in transition && !transition.event.includes('*') ? transition.event : null;
  };
  const simulating: Gestures = {
    ...reading,
    onTakeTransition: (edge) => {
      const event = signalOf(edge);
      if (editor.scene.getState().stands !== null) {
        if (event === null) editor.select([], [edge]);
        else {
          lookInRun(editor, null);
          sendSignal(event, null);
        }
        return;
      }
      const possible = possibleOf(edge);
      if (possible === null || possible.event.includes('*')) editor.select([], [edge]);
      else take(editor, possible);
    },
    onLookAtTransition: (edge) => {
      if (simulations.getState().now !== null) look(editor, possibleOf(edge));
      else lookInRun(editor, litKey(edge));
    },
  };
  if (!editable) return simulating;
  return {
    ...simulating,
    onMove: (moves) => dropNodes(editor, moves),
    onMoveLabel: (edge, offset) => moveLabel(editor, edge, offset),
    onResize: (key, size) => resizeNode(editor, key, size),
    onConnect: (from, port, to) => connect(editor, from, port, to),
    canConnect: (from, port, to) => canConnect(editor, from, port, to),
    onConnectToNew: (from, port, spot) =>
      openDialog({ kind: 'adder', options: { from: { key: from, port }, ...placeOf(spot) } }),
    onInsert: (edge) => {
      editor.select([], [edge]);
      openDialog({ kind: 'adder' });
    },
    onDeleteEdge: (key) => {
      editor.select([], [key]);
      removeSelection(editor);
    },
    onDropItem: (text, spot) => {
      const kind = readStateItem(text);
      if (kind !== null) addState(editor, kind, { into: spot.parent, around: spot.at, connect: false });
    },
    onTidy: () => give(session, 'arrange.tidy'),
  };
}

function placeOf(spot: Spot) {
  return { into: spot.parent, at: spot.at };
}

/** Changes one field of a state; typing in one field is one step of undo. What the document cannot hold is refused. */
export function stateChange(editor: Editor, key: string): Change {
  return (path, value) => {
    const change = (state: State): State => setAt(jsonOf(state), path, value) as State;
    const how = { label: 'Change state', gesture: `${key}:${path.join('/')}` };
    updateState(editor, key, change, how);
    return editor.document.getState().refused;
  };
}

/** Changes one field of a transition; the empty path changes it whole. */
export function transitionChange(editor: Editor, edge: string): Change {
  return (path, value) => {
    const transition = transitionAt(editor, edge)?.transition;
    if (!transition) return null;
    const before = jsonOf(transition);
    const next = path.length === 0 && isJsonObject(value) ? value : setAt(before, path, value);
    const how = { label: 'Change transition', gesture: `${edge}:${path.join('/')}` };
    // The edit reads it anew, and refuses what is none.
    updateTransition(editor, edge, next as AnyTransition, how);
    return editor.document.getState().refused;
  };
}
