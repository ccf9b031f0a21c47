import {
  type Diagnostic,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonPath,
  jsonOf,
  own,
  setAt,
} from '#base';
import type { Edit, PlanChanges } from '../edits/edit';
import { findNode, type PlacedNode } from '../graph/bodies';
import { findState } from '../graph/states';
import { readNode, readShape } from '../read/read';
import type { Catalogue } from '../schema/capabilityDescriptor';
import type { Plan } from '../schema/plan';
import { stateSchema } from '../schema/stateMachine';
import type { Workspace } from '../schema/workspace';

/** A way to remove a problem: what its button says, and the one edit that does it. */
export interface Fix {
  readonly label: string;
  readonly edit: Edit;
}

/** A problem, and the document that has it. */
export interface Faulty {
  readonly diagnostic: Diagnostic;
  /** The plan that it is in. */
  readonly plan: Plan;
  readonly workspace: Workspace;
  readonly catalogue: Catalogue;
}

/** Fixes of one intention, the best first: the first that holds is offered. */
export type Alternatives = readonly Fix[];

/** Proposes fixes for the problems of one code. It may propose too much: `fixesFor` offers only what holds. */
export type Fixer = (faulty: Faulty) => readonly Alternatives[];

/** Several edits as the one edit of a fix. */
export function fixOf(label: string, ...edits: readonly Edit[]): Fix {
  const [only] = edits;
  return { label, edit: edits.length === 1 && only ? only : { edit: 'batch', label, edits } };
}

/** A value for a field of what has the problem; undefined takes away what is there. */
export type FieldChange = readonly [pointer: string, next: Json | undefined];

/** The node that has the problem, and where it lies; null where no node has it. */
export function placedOf({ plan, diagnostic }: Faulty): PlacedNode | null {
  return plan.kind === 'capability' ? (findNode(plan, diagnostic.where.node ?? '') ?? null) : null;
}

/** What has the problem, as JSON: the node, the state, or the plan itself. */
export function ownerOf({ plan, diagnostic: { where } }: Faulty): JsonObject | null {
  if (where.node === undefined) return jsonOf(plan);
  const owner =
    plan.kind === 'state-machine' ? findState(plan, where.node)?.state : findNode(plan, where.node)?.node;
  return owner === undefined ? null : jsonOf(owner);
}

/** What stands in the field that a problem names, or in another of the same owner. */
export function valueAt(faulty: Faulty, pointer = faulty.diagnostic.where.field ?? ''): Json | undefined {
  const owner = ownerOf(faulty);
  return owner === null ? undefined : pathOf(pointer).reduce<Json | undefined>(inside, owner);
}

/** The edit that changes fields of what has the problem; null where the result could not be in a document. */
export function fieldEdit(faulty: Faulty, changes: readonly FieldChange[]): Edit | null {
  const before = ownerOf(faulty);
  if (before === null) return null;
  const after = changes.reduce(
    (owner, [pointer, next]) => setAt(owner, placeIn(owner, pointer), next),
    before,
  );
  const { plan } = faulty;
  const id = faulty.diagnostic.where.node;
  if (id === undefined) return planEdit(plan.id, before, after);
  if (plan.kind === 'state-machine') {
    const state = readShape(stateSchema, after);
    return state.ok ? { edit: 'update-state', plan: plan.id, state: id, to: state.value } : null;
  }
  const node = readNode(after);
  return node.ok ? { edit: 'update-node', plan: plan.id, node: id, to: node.value } : null;
}

/** The same as a fix by itself; none where it cannot be made. */
export function changeFields(
  faulty: Faulty,
  label: string,
  ...changes: readonly FieldChange[]
): Alternatives {
  const edit = fieldEdit(faulty, changes);
  return edit === null ? [] : [fixOf(label, edit)];
}

/** `/a/b~1c` → `a`, `b/c`: the segments of a JSON Pointer (RFC 6901). */
export function pathOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function planEdit(plan: string, before: JsonObject, after: JsonObject): Edit {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...keys].filter((key) => before[key] !== after[key]);
  // What does not fit is refused where the edit is applied.
  const to = Object.fromEntries(changed.map((key) => [key, after[key] ?? null])) as PlanChanges;
  return { edit: 'update-plan', plan, to };
}

/** The pointer as a path: a segment is a number where a list stands. */
function placeIn(owner: JsonObject, pointer: string): JsonPath {
  let value: Json | undefined = owner;
  return pathOf(pointer).map((segment) => {
    const isList = Array.isArray(value);
    value = inside(value, segment);
    return isList ? Number(segment) : segment;
  });
}

function inside(value: Json | undefined, segment: string): Json | undefined {
  if (isJsonArray(value)) return value[Number(segment)];
  return isJsonObject(value) ? own(value, segment) : undefined;
}
