import type { Diagnostic, Result } from '#base';
import { withMade } from '#capabilities';
import type { AttachedRun } from '#editor';
import type { RunStarted } from '#kernel';
import type { Workspace } from '#plan';
import {
  type Branch,
  type Definition,
  type Foreseen,
  foresee,
  isEdited,
  retryOf,
  workspaceThen,
} from '#runtime';
import { changesBetween } from '../history/workspaceChanges';
import type { Session } from '../state/session';
import { workspaceToRun } from '../state/slots';

/** One way to go on from a run (D1): with which definition, and what it would do; or what keeps it from starting. */
export interface WayOn {
  readonly definition: Definition;
  readonly outcome: Result<{ readonly branch: Branch; readonly foreseen: Foreseen }, readonly Diagnostic[]>;
}

/**
 * The ways on from a run that failed: as the plan stands now and, where it was edited since, as it was then. The first is
 * the one to begin with. What a file brought has not run here, so only the plan of this workspace goes on from it (T1).
 */
export function waysOn(session: Session, run: AttachedRun, isImported: boolean): readonly WayOn[] {
  const { started } = run.live;
  if (started === null) return [];
  const edited = isEdited(started, workspaceToRun(session));
  const definitions: readonly Definition[] =
    isImported || edited === false ? ['current'] : ['current', 'recorded'];
  return (edited === null && !isImported ? (['recorded'] as const) : definitions).map((definition) => ({
    definition,
    outcome: outcomeOf(session, run, definition),
  }));
}

function outcomeOf(session: Session, { commits }: AttachedRun, definition: Definition): WayOn['outcome'] {
  const branch = retryOf(commits, workspaceToRun(session), definition);
  if (!branch.ok) return branch;
  const capabilities = withMade(session.capabilities, branch.value.workspace);
  const foreseen = foresee(branch.value, commits, capabilities);
  return foreseen.ok ? { ok: true, value: { branch: branch.value, foreseen: foreseen.value } } : foreseen;
}

/** What was edited since a run began, in words: of the plans that it may open, and of what they name. */
export function editsSince(started: RunStarted, now: Workspace): readonly string[] {
  const then = workspaceThen(started, now);
  const known = new Set(then.plans.map(({ id }) => id));
  const { features } = started.closure;
  const named = new Set(features?.map(({ id }) => id));
  return changesBetween(then, {
    ...now,
    plans: now.plans.filter(({ id }) => known.has(id)),
    parsers: then.parsers,
    features: features === undefined ? now.features : now.features.filter(({ id }) => named.has(id)),
  });
}
