import { type Hash, hashJson } from '#base';
import { MIGRATIONS } from '../migrations';
import { type MigrationSequence, walkMigrations } from '../migrations/migration';
import type { Body, PlanNode } from '../nodes/node';
import type { Plan } from '../schema/plan';
import type { StateMachinePlan } from '../schema/stateMachine';
import type { Workspace } from '../schema/workspace';
import { toJson } from '../write/write';
import { meaningOfBody, meaningOfNodeAlone, meaningOfPlan } from './meaning';
import { hashesOfReferences } from './references';

/**
 * The plan hash (W4): SHA-256 over the canonical JSON (RFC 8785) of what the plan means and of the hashes of
 * all that it refers to. A run is pinned to it.
 */
export function planHash(plan: Plan, workspace: Workspace): Hash {
  return hashJson({ plan: meaningOfPlan(plan), references: hashesOfReferences(plan, workspace) });
}

/** The hash of one node's definition, without what lies in it: what a recorded result belongs to (D11). */
export function nodeHash(node: PlanNode): Hash {
  return hashJson(meaningOfNodeAlone(node));
}

/** The hash of a dynamic plan: the same idea, without variables and references of its own. */
export function bodyHash(body: Body): Hash {
  return hashJson(meaningOfBody(body));
}

/** The same of a dynamic plan that is a machine (M5). */
export function machineHash(plan: StateMachinePlan): Hash {
  return hashJson(meaningOfPlan(plan));
}

/** The hash that trust binds to (T1): of the whole workspace as it would be written, names and layout too. */
export function workspaceHash(workspace: Workspace): Hash {
  return hashJson(toJson(workspace));
}

/**
 * The same of a workspace as it was in an older version of the format (W5): what was trusted there is still trusted when a
 * newer version of the app has migrated it, and nothing else is.
 *
 * @param version of the format, from 1 to the newest one
 */
export function workspaceHashIn(
  version: number,
  workspace: Workspace,
  sequence: MigrationSequence = MIGRATIONS,
): Hash {
  return hashJson(walkMigrations(sequence, toJson(workspace), sequence.newest, version));
}
