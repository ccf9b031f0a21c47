import { changeFields, type Field, fieldsIn, type RoleName } from '../fields/fields';
import type { z } from '../fields/inspect';
import { NODE_SCHEMAS, type PlanNode } from '../nodes/node';
import {
  type State,
  type StateMachinePlan,
  stateMachinePlanSchema,
  stateSchema,
} from '../schema/stateMachine';
import { allStates } from './states';

const NODES: ReadonlyMap<string, z.ZodObject> = new Map(
  NODE_SCHEMAS.map((schema) => [schema.shape.type.value, schema] as const),
);

/** What a node says itself, without its bodies: every field with its role; what it writes and takes in comes first. */
export function fieldsOf(node: PlanNode): readonly Field[] {
  const written: Field[] = [];
  const taken: Field[] = [];
  const others: Field[] = [];
  for (const field of fieldsIn(schemaOf(node), node)) {
    if (isUnder(field, '/output')) written.push(field);
    else if (isUnder(field, '/input')) taken.push(field);
    else others.push(field);
  }
  return [...written, ...taken, ...others];
}

/** Whether it is the field of that path, or lies in it. Asked of every field at every check: paths are not taken apart. */
function isUnder({ path }: Field, top: `/${string}`): boolean {
  return path.startsWith(top) && (path.length === top.length || path[top.length] === '/');
}

/** The node with its fields changed, as JSON; the same object where none of them is. */
export function changedNode(node: PlanNode, change: (field: Field) => Field['value']): object {
  return changeFields(schemaOf(node), node, change);
}

/** What a state, or a machine itself, says without the states inside it. */
export function fieldsOfOwner(owner: State | StateMachinePlan): readonly Field[] {
  return fieldsIn(ownerSchema(owner), owner);
}

/** Every field of a machine and its states, in document order; who answers its events comes last. */
export function fieldsOfMachine(plan: StateMachinePlan): readonly Field[] {
  const fields = [plan, ...allStates(plan.states)].flatMap(fieldsOfOwner);
  const isAnswer = (field: Field) => isUnder(field, '/responders');
  return [...fields.filter((field) => !isAnswer(field)), ...fields.filter(isAnswer)];
}

/** The same of a state, or a machine itself, changed. */
function changedOwner(owner: State | StateMachinePlan, change: (field: Field) => Field['value']): object {
  return changeFields(ownerSchema(owner), owner, change);
}

/** The same with all states inside it. */
export function changedWithin(
  owner: State | StateMachinePlan,
  change: (field: Field) => Field['value'],
): object {
  const next = changedOwner(owner, change);
  if (owner.states === undefined) return next;
  return { ...next, states: owner.states.map((state) => changedWithin(state, change)) };
}

/** What fields of these roles say, in the order of the fields. */
export function namesIn(fields: readonly Field[], ...roles: readonly RoleName[]): readonly string[] {
  return fields.flatMap(({ is, value }) => (roles.includes(is) && typeof value === 'string' ? [value] : []));
}

function schemaOf({ type }: PlanNode): z.ZodObject {
  const schema = NODES.get(type);
  if (schema === undefined) throw new RangeError(`there is no node type "${type}"`);
  return schema;
}

function ownerSchema(owner: State | StateMachinePlan): z.ZodObject {
  return 'kind' in owner ? stateMachinePlanSchema : stateSchema;
}
