import { type Hash, isId } from '#base';
import {
  type CapabilityPlan,
  FORMAT,
  type NodeTypeName,
  type PlanNode,
  type StateMachinePlan,
  VERSION,
  type Workspace,
  workspaceHash,
  write,
} from '#plan';
import { storageOfPage } from '../state/services';

/** What is known of a workspace that is kept here. */
export interface KnownWorkspace {
  readonly id: string;
  readonly hash: Hash;
}

/** A workspace as it is written into storage. */
export interface WorkspaceRecord {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly hash: Hash;
}

/**
 * The workspace under an id that is free here: an import never overwrites anything (cases A6, A12).
 *
 * @param original the text that it was read from, which is kept as it came until the first save (case A9); only another id
 * has to be written into it
 */
export function recordOf(
  workspace: Workspace,
  known: readonly KnownWorkspace[],
  original: string | null = null,
): WorkspaceRecord {
  const id = freeId(workspace.id, new Set(known.map((one) => one.id)));
  const kept = id === workspace.id ? workspace : { ...workspace, id };
  const text = kept === workspace && original !== null ? original : write(kept);
  return { id, name: kept.name, text, hash: workspaceHash(kept) };
}

/** The workspace with this content, if it is here already, under whatever id it was given (case A6). */
export function foundAmong(known: readonly KnownWorkspace[], workspace: Workspace): string | null {
  const hash = workspaceHash(workspace);
  const exact = known.find((one) => one.hash === hash);
  if (exact) return exact.id;
  const stem = stemOf(workspace.id);
  const renamed = known.find(
    (one) => one.id.startsWith(stem) && one.hash === workspaceHash({ ...workspace, id: one.id }),
  );
  return renamed?.id ?? null;
}

/** Characters of an id before its number: an id has at most 64. */
export const LONGEST_STEM = 56;

/** The id itself when it is free, else with the next number: `demo`, `demo-2`, `demo-3`. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  const stem = stemOf(wanted);
  if (!taken.has(stem)) return stem;
  let number = 2;
  while (taken.has(`${stem}-${number}`)) number++;
  return `${stem}-${number}`;
}

function stemOf(wanted: string): string {
  return isId(wanted) ? wanted.slice(0, LONGEST_STEM) : 'workspace';
}

/**
 * Keeps a workspace that is new here under an id of its own: an import never overwrites anything (cases A6, A12).
 *
 * @param trusted whether its content may run without asking: the user's own work, and templates (T1)
 * @returns the id under which it is kept
 */
export async function keepWorkspace(workspace: Workspace, trusted: boolean): Promise<string> {
  const { workspaces } = await storageOfPage();
  return keepRecord(recordOf(workspace, await workspaces.list()), trusted);
}

/** The same of one that is written already. */
export async function keepRecord(record: WorkspaceRecord, trusted: boolean): Promise<string> {
  const { workspaces } = await storageOfPage();
  // The user's own work, and templates: what is trusted without asking did not come from outside (W7).
  const state = { trusted: trusted ? record.hash : null, madeHere: trusted };
  await workspaces.save({ ...record, ...state, revision: 0 });
  return record.id;
}

/** The workspace with this content, if it is here already (case A6). */
export async function findWorkspace(workspace: Workspace): Promise<string | null> {
  const { workspaces } = await storageOfPage();
  return foundAmong(await workspaces.list(), workspace);
}

const COLUMN = 280;

/** A workspace with one plan that begins and ends, and nothing between. */
export function blankWorkspace(): Workspace {
  return workspaceWith('untitled', 'Untitled', blankPlan('main', 'Main'));
}

/** A plan that begins and ends, and nothing between. */
export function blankPlan(id: string, name: string): CapabilityPlan {
  return {
    id,
    kind: 'capability',
    name,
    variables: [],
    nodes: [nodeOf('start', 'START'), nodeOf('end', 'END')],
    edges: [{ from: 'start', port: 'out', to: 'end' }],
  };
}

/** A state machine that begins and ends, with one event between. */
export function blankMachine(id: string, name: string): StateMachinePlan {
  return {
    id,
    kind: 'state-machine',
    name,
    variables: [],
    initial: 'start',
    states: [
      { id: 'start', on: [{ event: 'finish', target: 'end' }] },
      { id: 'end', type: 'final' },
    ],
  };
}

/** Where the nodes of a blank plan stand. */
export const BLANK_LAYOUT = { start: { x: 0, y: 0 }, end: { x: COLUMN, y: 0 } };

function nodeOf<Type extends Extract<NodeTypeName, 'START' | 'END'>>(id: string, type: Type): PlanNode {
  return type === 'END' ? { id, type: 'END', params: {} } : { id, type: 'START' };
}

function workspaceWith(id: string, name: string, plan: Workspace['plans'][number]): Workspace {
  return {
    format: FORMAT,
    version: VERSION,
    id,
    name,
    plans: [plan],
    prompts: [],
    capabilities: [],
    models: [],
    connections: [],
    policies: [],
    planners: [],
    parsers: [],
    features: [],
    documents: [],
    sessions: [],
    layout: { [plan.id]: BLANK_LAYOUT },
  };
}
