import { type Address, type Diagnostic, depthOf, isWithin, type Result } from '#base';
import { withMade } from '#capabilities';
import type { AttachedRun } from '#editor';
import { type Pin, type RunStarted, recordIn } from '#kernel';
import { allNodes, type Body, type PlanNode, titleOf, type Workspace, withBodies } from '#plan';
import { callerOf, changedFields, isUnanswered, type Names, type RunView, shortValue } from '#projection';
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
  type StaleBecause,
  type StaleSteps,
  staleOf,
  workspaceThen,
} from '#runtime';
import { changesBetween } from '../history/workspaceChanges';
import type { Extent } from '../state/canvas';
import type { Session } from '../state/session';
import { workspaceToRun } from '../state/slots';

/** One way to go on from a run (D1): with which definition, and what it would do; or what keeps it from starting. */
interface WayOn {
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

const MOST = 8;
const EMPTY: Body = { nodes: [], edges: [] };

/**
 * D1: what of the steps of its plans is another than it was, field by field.
 *
 * @example stepEdits(then, now) // ['“Check”, timeoutMs: 5000 → 20000']
 */
export function stepEdits(then: Workspace, now: Workspace): readonly string[] {
  const before = new Map(then.plans.map((plan) => [plan.id, stepsOf(plan)]));
  const edits = now.plans.flatMap((plan) =>
    [...stepsOf(plan).values()].flatMap((step) => {
      const old = before.get(plan.id)?.get(step.id);
      return old === undefined ? [] : editsOf(old, step);
    }),
  );
  const more = edits.length - MOST;
  return more > 0 ? [...edits.slice(0, MOST), `and ${more} more`] : edits;
}

/** What is inside a container counts for itself. */
function stepsOf(plan: Workspace['plans'][number]): ReadonlyMap<string, PlanNode> {
  if (plan.kind !== 'capability') return new Map();
  return new Map([...allNodes(plan)].map(({ node }) => [node.id, withBodies(node, () => EMPTY)]));
}

function editsOf(old: PlanNode, step: PlanNode): readonly string[] {
  return changedFields(old, step).map(
    ({ field, before, after }) => `“${titleOf(step)}”, ${field}: ${wordsOf(before)} → ${wordsOf(after)}`,
  );
}

function wordsOf(value: Parameters<typeof shortValue>[0] | undefined): string {
  return value === undefined ? 'nothing' : shortValue(value);
}

/** Whether a run can be forked (D3): it was no simulation, and its ledger is whole. */
export function canFork({ live: { started } }: AttachedRun): boolean {
  return started !== null && started.simulated !== true && started.reduced === undefined;
}

/** Whether something of a run is left to be done again (D1): it failed or was cancelled, and it was no simulation. */
export function canRetry({ live }: Pick<AttachedRun, 'live'>): boolean {
  if (live.started === null || live.started.simulated) return false;
  return live.status === 'cancelled' || (live.status === 'failed' && !isUnanswered(live));
}

/** The innermost node that failed last: containers fail because of it. A call inside a node is told by the node. */
export function culpritOf(view: RunView): Address | null {
  let found: Address | null = null;
  let depth = -1;
  for (const record of view.nodes.values()) {
    const own = depthOf(record.address);
    if (record.status === 'failed' && own >= depth && callerOf(record.address, view) === null) {
      found = record.address;
      depth = own;
    }
  }
  return found;
}

/** D11: why the result of a step is stale, in words that end a sentence or are one. */
export function whyStale(address: Address, because: StaleBecause, nameOf: Names): string {
  switch (because.kind) {
    case 'definition':
      return 'its definition has changed';
    case 'settings':
      return 'its definition has changed, but not what it asks: its answer is used again';
    case 'named':
      return `the ${because.what} “${because.name}” has changed`;
    case 'pin':
      return 'it is pinned differently now';
    case 'input':
      return 'its input has changed';
    case 'unreached':
      return 'the run would no longer reach it';
    case 'before': {
      const step = `“${nameOf(because.step)}”`;
      return isWithin(because.step, address)
        ? `${step} in it is called again`
        : `its input may change, because ${step} is called again`;
    }
  }
}
