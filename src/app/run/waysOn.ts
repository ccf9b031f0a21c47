import type { Address, Diagnostic, Result } from '#base';
import { withMade } from '#capabilities';
import type { AttachedRun } from '#editor';
import { type Pin, type RunStarted, recordIn } from '#kernel';
import type { Workspace } from '#plan';
import {
  type Branch,
  type Definition,
  type Foreseen,
  foresee,
  isEdited,
  retryOf,
  runFromOf,
  runOnlyOf,
  runUpToOf,
  type StaleSteps,
  staleOf,
  workspaceThen,
} from '#runtime';
import { changesBetween } from '../history/workspaceChanges';
import type { Extent } from '../state/extent';
import type { Session } from '../state/session';
import { workspaceToRun } from '../state/slots';
import { stepEdits } from './stepEdits';

/** One way to go on from a run (D1): with which definition, and what it would do; or what keeps it from starting. */
export interface WayOn {
  readonly definition: Definition;
  readonly outcome: Result<
    { readonly branch: Branch; readonly foreseen: Foreseen; readonly stale: StaleSteps },
    readonly Diagnostic[]
  >;
}

/**
 * The ways on from a run, where it can be gone on from so: as the plan stands now and, where it was edited since, as it was then. The
 * first is the one to begin with. Both have the pins of now (D10), not those of that run. What a file brought has not run here, so only
 * the plan of this workspace goes on from it (T1).
 */
export function waysOn(
  session: Session,
  run: AttachedRun,
  isImported: boolean,
  asked: AskedFor,
  pins: readonly Pin[],
): readonly WayOn[] {
  return definitionsOf(session, run, isImported).map((definition) => ({
    definition,
    outcome: outcomeOf(session, run, definition, asked, pins),
  }));
}

/** The definitions that something can go on with from a run; the first is the one to begin with. */
export function definitionsOf(
  session: Session,
  { live: { started } }: AttachedRun,
  isImported: boolean,
): readonly Definition[] {
  if (started === null) return [];
  if (started.trial) return [isImported ? 'current' : 'recorded'];
  const edited = isEdited(started, workspaceToRun(session));
  if (edited === null && !isImported) return ['recorded'];
  if (isImported || edited === false) return ['current'];
  // What a fork had edited of its definition (D3) is in no document: who goes on from it means that.
  const isForkEdited = recordIn(started)?.definition?.some(({ kind }) => kind !== 'plan') ?? false;
  return isForkEdited ? ['recorded', 'current'] : ['current', 'recorded'];
}

/** The workspace that a run goes on with. */
export function workspaceOf(
  session: Session,
  { live: { started } }: AttachedRun,
  definition: Definition,
): Workspace {
  const now = workspaceToRun(session);
  return definition === 'current' || started === null ? now : workspaceThen(started, now);
}

/** How much of it is done again, and at which step. */
export interface AskedFor {
  readonly extent: Extent;
  readonly step: Address | null;
}

const BRANCHES = { onward: runFromOf, only: runOnlyOf, upTo: runUpToOf } as const;

function outcomeOf(
  session: Session,
  { commits }: AttachedRun,
  definition: Definition,
  { extent, step }: AskedFor,
  pins: readonly Pin[],
): WayOn['outcome'] {
  const workspace = workspaceToRun(session);
  const made =
    extent === 'failed' || step === null
      ? retryOf(commits, workspace, definition)
      : BRANCHES[extent](commits, workspace, definition, step);
  if (!made.ok) return made;
  const branch = { ...made.value, pins };
  const capabilities = withMade(session.capabilities, branch.workspace);
  const foreseen = foresee(branch, commits, capabilities);
  if (!foreseen.ok) return foreseen;
  const stale = staleOf({ commits, workspace: branch.workspace, capabilities, pins });
  return {
    ok: true,
    value: { branch, foreseen: foreseen.value, stale: stale.ok ? stale.value : NOTHING_STALE },
  };
}

const NOTHING_STALE: StaleSteps = new Map();

/** What was edited since a run began, in words: of the plans that it may open, and of what they name. */
export function editsSince(started: RunStarted, now: Workspace): readonly string[] {
  const then = workspaceThen(started, now);
  const known = new Set(then.plans.map(({ id }) => id));
  const { features } = started.closure;
  const named = new Set(features?.map(({ id }) => id));
  const since = {
    ...now,
    plans: now.plans.filter(({ id }) => known.has(id)),
    parsers: then.parsers,
    features: features === undefined ? now.features : now.features.filter(({ id }) => named.has(id)),
  };
  return [...changesBetween(then, since), ...stepEdits(then, since)];
}
