import { isJsonObject, type Json, setAt } from '#base';
import { type Editor, transitionAt, updateState, updateTransition } from '#editor';
import type { AnyTransition, State } from '#plan';
import { asJson } from '../design/ValuesTab';
import type { Change } from '../forms/form';

/** Changes one field of a state; typing in one field is one step of undo. What the document cannot hold is refused. */
export function stateChange(editor: Editor, key: string): Change {
  return (path, value) => {
    const change = (state: State): State => setAt(asJson(state), path, completed(path, value)) as State;
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
    const before = asJson(transition);
    const next =
      path.length === 0 && isJsonObject(value) ? value : setAt(before, path, completed(path, value));
    const how = { label: 'Change transition', gesture: `${edge}:${path.join('/')}` };
    // The edit reads it anew, and refuses what is none.
    updateTransition(editor, edge, next as AnyTransition, how);
    return editor.document.getState().refused;
  };
}

/** A new action says something at once, because an empty one is none. */
function completed(path: readonly (string | number)[], value: Json | undefined): Json | undefined {
  const isList =
    path.length === 1 && ['entry', 'initialActions', 'exit', 'actions'].includes(String(path[0]));
  if (!isList || !Array.isArray(value)) return value;
  return value.map((action: Json) =>
    isJsonObject(action) && action.type === 'log' && action.message === undefined
      ? { ...action, message: 'Here' }
      : action,
  );
}
