import type { Workspace } from '#plan';
import { NO_HISTORY } from './history';
import type { DocumentState, SelectionState, ViewState } from './stores';

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
