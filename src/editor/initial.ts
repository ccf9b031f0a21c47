import type { Workspace } from '#plan';
import { NO_HISTORY } from './history';
import type { DocumentState, EditorOptions, ProblemsState, SelectionState, ViewState } from './stores';

export const NOTHING_SELECTED: SelectionState = { nodes: new Set(), edges: new Set(), focus: null };

/** A document that was just opened: nothing to undo. */
export function openedDocument(workspace: Workspace): DocumentState {
  return { workspace, history: NO_HISTORY, revision: 0, refused: null };
}

/** What is shown of it first. */
export function firstView(workspace: Workspace): ViewState {
  return {
    planId: workspace.plans[0]?.id ?? null,
    inside: null,
    folded: new Map(),
    rounds: new Map(),
    trail: [],
  };
}

/** Nobody has looked for problems yet, unless they were found before there was an editor. */
export function firstProblems(found: EditorOptions['found']): ProblemsState {
  return found === undefined
    ? { diagnostics: [], revision: -1 }
    : { diagnostics: found.diagnostics, revision: 0 };
}
