import {
  type Diagnostic,
  isId,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  own,
  parseJson,
} from '#base';
import { migrate } from '../migrations/migrate';
import { NODE_TYPES } from '../nodes';
import { type Workspace, workspaceSchema } from '../schema/workspace';
import { readEdge, readNode, readShape } from './part';

/** A refused document without what is misshapen in it, so that the rest can be checked. */
export interface SoundParts {
  readonly workspace: Workspace;
  /** Whether a problem comes of what was set aside, and says nothing of the document. */
  readonly isOfRest: (problem: Diagnostic) => boolean;
}

/**
 * What can be checked of a document that `read` has refused for its shape (W3): what its misshapen nodes lack is filled in, those
 * that have too much are replaced by new ones of their type, misshapen edges are left out. For telling problems only: nothing of it is opened, run or kept.
 *
 * @returns null where something else is misshapen than a node or an edge, or nothing is
 */
export function soundParts(text: string): SoundParts | null {
  const parsed = parseJson(text, LIMITS.jsonDepth);
  const migrated = parsed.ok && isJsonObject(parsed.value) ? migrate(parsed.value) : null;
  if (!migrated?.ok || !Array.isArray(migrated.value.plans)) return null;
  if (readShape(workspaceSchema, migrated.value).ok) return null;
  const replaced = new Set<string>();
  const plans = migrated.value.plans.map((plan) =>
    isJsonObject(plan) ? { ...plan, ...soundBody(plan, replaced) } : plan,
  );
  const read = readShape(workspaceSchema, { ...migrated.value, plans });
  if (!read.ok) return null;
  return { workspace: read.value, isOfRest: ({ where }) => !replaced.has(where.node ?? '') };
}

/** `replaced` is given the ids of nodes that others stand for. */
function soundBody(body: JsonObject, replaced: Set<string>): JsonObject {
  const { nodes, edges } = body;
  return {
    ...(Array.isArray(nodes) ? { nodes: nodes.map((node) => soundNode(node, replaced)) } : {}),
    ...(Array.isArray(edges) ? { edges: edges.filter((edge) => readEdge(edge).ok) } : {}),
  };
}

const BODIES = ['body', 'try', 'catch', 'finally'];

function soundNode(node: Json, replaced: Set<string>): Json {
  if (!isJsonObject(node)) return node;
  const bodies = Object.fromEntries(
    BODIES.flatMap((name) => {
      const body = own(node, name);
      return isJsonObject(body) ? [[name, { ...body, ...soundBody(body, replaced) }]] : [];
    }),
  );
  const whole = { ...node, ...bodies };
  if (readNode(whole).ok) return whole;
  const { id, type } = node;
  if (typeof id !== 'string' || !isId(id) || typeof type !== 'string') return whole;
  const known = Object.entries(NODE_TYPES).find(([name]) => name === type)?.[1];
  if (known === undefined) return whole;
  const fresh = known.initial();
  const params = { ...membersOf(fresh.params), ...membersOf(node.params) };
  const filled = { ...fresh, ...whole, params };
  if (readNode(filled).ok) return filled;
  replaced.add(id);
  return { ...fresh, ...bodies, id, type };
}

function membersOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
