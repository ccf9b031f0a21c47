import { z } from './zod';

/**
 * What the value of a field is to whoever looks for it. Checks, renaming, promotion, hashes, risk, closures and
 * completion ask for roles and for no field by its name, so that a field of a new type is known to all of them.
 */
export type RoleName =
  // Languages (V3); a condition of a machine may also ask `inState` and `guard`.
  | 'cel'
  | 'condition'
  | 'template'
  | 'jsonata'
  // Variables of the plan: written, written and thereby declared (V5), read; and names of a loop's own (L9).
  | 'writes'
  | 'declares'
  | 'reads'
  | 'local'
  // Capabilities: called by the node itself, by its branches' merge (R21), by its planner (P2, P13); an entry of an
  // allow-list (P8), or one that is kept and not used.
  | 'capability'
  | 'merge'
  | 'asked'
  | 'tool'
  | 'spare'
  // Other things of the workspace, by their ids.
  | 'plan'
  | 'model'
  | 'prompt'
  | 'planner'
  | 'parser'
  | 'feature'
  // What stands in the plan itself: nodes, states, invocations, delays of a machine; events of the run.
  | 'node'
  | 'state'
  | 'invocation'
  | 'delay'
  | 'event'
  // The field's own name, words for people, plain data, a JSON Schema, and foreign leftovers.
  | 'name'
  | 'words'
  | 'data'
  | 'schema'
  | 'source'
  // What holds nodes or states, which are looked at one by one.
  | 'inside';

/** Where a field stands: the object around it, and its place in a list. */
export interface FieldPlace {
  readonly value: unknown;
  /** The object that holds the field, or the list that it is an item of. */
  readonly beside: Readonly<Record<string, unknown>>;
  /** In a list: which item it is, from 0. */
  readonly index: number;
}

/** What a field is. */
export interface Role {
  /** A function where that depends on what stands beside it. */
  readonly is: RoleName | ((place: FieldPlace) => RoleName);
  /** What a text may name besides variables: `result` of the node, the `event` that came. */
  readonly sees?: readonly string[] | ((place: FieldPlace) => readonly string[]);
  /** Whether a text may name more than can be known here: a planner's prompt sees goal, catalogue and others. */
  readonly isOpen?: true;
  /** What stands for the field where it is left out. */
  readonly usual?: string;
}

/** The role of each field, beside the titles that forms show: the published schema says nothing of it. */
export const roles = z.registry<Role>();

/** The role of the keys of a record, by the schema of the record: variables that are written. */
export const keyRoles = z.registry<Role>();

/** A schema of its own for a field that has this role; the one it is made from may be anything elsewhere. */
export function as<Schema extends z.ZodType>(is: RoleName, schema: Schema): Schema {
  const own = schema.clone();
  roles.add<z.ZodType>(own, { is });
  return own;
}
