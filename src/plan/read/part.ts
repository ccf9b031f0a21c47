import {
  type Diagnostic,
  err,
  type Json,
  LIMITS,
  notJsonAt,
  ok,
  problem,
  type Result,
  type Where,
} from '#base';
import type { z } from '../fields/zod';
import { type Body, bodySchema, type Edge, edgeSchema, nodeSchema, type PlanNode } from '../nodes/node';
import { nestedTooDeep } from '../rules/containersTooDeep';
import { structureOfBody, structureOfPlan } from '../rules/idsAreUnique';
import { type Plan, planSchema } from '../schema/plan';
import { type State, stateSchema } from '../schema/state';
import type { StateMachinePlan } from '../schema/stateMachine';
import { forbiddenKeys } from './forbiddenKeys';
import { diagnosticsOf } from './issues';
import { reservedKeys } from './reservedKeys';

/** A plan stands in the list of a workspace. */
const LEVELS_AROUND_PLAN = 2;

/** Reads one plan: what "import a plan" and the command line take besides whole workspaces (S2). */
export function readPlan(value: Json): Result<Plan, readonly Diagnostic[]> {
  const shape = readShape(planSchema, value, {}, LIMITS.jsonDepth - LEVELS_AROUND_PLAN);
  if (!shape.ok) return shape;
  const problems = structureOfPlan(shape.value);
  return problems.length > 0 ? err(problems) : shape;
}

/** Reads a state machine plan by itself: what a planner proposed (M5). */
export function readMachine(value: Json): Result<StateMachinePlan, readonly Diagnostic[]> {
  const plan = readPlan(value);
  if (!plan.ok) return plan;
  return plan.value.kind === 'state-machine' ? ok(plan.value) : err([notAMachine()]);
}

/** Reads the nodes and edges that a planner proposed (R13), or that were copied. */
export function readBody(value: Json): Result<Body, readonly Diagnostic[]> {
  const shape = readShape(bodySchema, value);
  if (!shape.ok) return shape;
  const problems = structureOfBody(shape.value);
  return problems.length > 0 ? err(problems) : shape;
}

/**
 * Reads one node with all that is inside it.
 *
 * @param levels how many levels of JSON it may have where it shall stand
 */
export function readNode(
  value: Json,
  levels: number = LIMITS.jsonDepth,
): Result<PlanNode, readonly Diagnostic[]> {
  return readShape(nodeSchema, value, {}, levels);
}

/** Reads one edge, whose ends may be anywhere. */
export function readEdge(value: Json): Result<Edge, readonly Diagnostic[]> {
  return readShape(edgeSchema, value);
}

/** Reads one state with those inside it. */
export function readState(value: Json): Result<State, readonly Diagnostic[]> {
  return readShape(stateSchema, value);
}

/** Judges a value by a schema of ours; every problem is listed, with where it is. */
export function readShape<Value>(
  schema: z.ZodType<Value>,
  value: Json,
  around: Where = {},
  levels: number = LIMITS.jsonDepth,
): Result<Value, readonly Diagnostic[]> {
  const offence = notJsonAt(value, levels);
  if (offence !== null) return err([nestedTooDeep(value) ?? notJson(offence, levels, around)]);
  const forbidden = [...forbiddenKeys(value, around), ...reservedKeys(value, around)];
  const parsed = schema.safeParse(value);
  const issues = parsed.success ? [] : diagnosticsOf(parsed.error.issues, { schema, value, around });
  if (forbidden.length > 0 || !parsed.success) return err([...forbidden, ...issues]);
  return ok(parsed.data);
}

function notAMachine(): Diagnostic {
  return problem('NOT_A_MACHINE', 'The plan is not a state machine.', 'Give it "states".');
}

function notJson(path: string, levels: number, around: Where): Diagnostic {
  return problem(
    'NOT_JSON',
    `The value at ${path} is not JSON, or lies more than ${levels} levels deep.`,
    'Only null, true, false, finite numbers, text, lists and plain objects can be kept.',
    { ...around, field: path },
  );
}
