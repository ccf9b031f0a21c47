import {
  baseAddress,
  EMPTY,
  isObject,
  numberParam,
  param,
  plainId,
  scopeOfTurn,
  seenFrom,
  textParam,
} from './find';
import { call, evaluated, Failed, fromHost, startMachine, trying } from './outside';
import { freshTurn, openScope } from './scopes';
import { attempting, begin, fail, nodeOfPlan, succeed, told } from './settle';
import type { Body, End, Failure, Phase, Plan, Run, Scope, Turn, Value, Variables } from './standing';

/** SUB_PLAN: another plan, with variables of its own; one that the module does not hold is a machine of its own (L1). */
export function openSubPlan(run: Run, turn: Turn): void {
  const id = textParam(turn.node, 'plan', '');
  const plan = run.given.subPlans.find((other) => other.id === id);
  const input = evaluated(run, turn, 'input') ?? {};
  if (plan === undefined) {
    startMachine(run, turn, id, input);
    return;
  }
  if (!isObject(input)) throw new Failed('INPUT_INVALID', 'The input of a plan is an object.');
  const variables = assignedBy(run, plan, input);
  const instances = scopeOfTurn(run, turn).plans.filter((other) => other === id).length;
  if (instances >= numberParam(turn.node, 'maxDepth', Infinity))
    throw new Failed('DEPTH_LIMIT', 'Too many of it lie in each other.', true);
  openScope(run, turn, {
    part: 'plan',
    address: turn.address,
    body: plan,
    plan: id,
    variables,
    prefix: `${id}/`,
  });
}

/** The variables that an instance of a plan begins with (V1). */
function assignedBy(
  { given: { fits } }: Run,
  plan: Plan,
  input: { readonly [name: string]: Value },
): Variables {
  if (plan.isOpen) return { ...plan.variables, ...input };
  const given = Object.fromEntries(Object.entries(input).filter(([name]) => plan.inputs.includes(name)));
  const variables = { ...plan.variables, ...given };
  const missing = plan.inputs.find((name) => variables[name] === undefined);
  if (missing !== undefined) throw new Failed('INPUT_INVALID', `The input "${missing}" is missing.`);
  const wrong = Object.entries(plan.schemas ?? {}).find(([name, schema]) => {
    const value = given[name];
    return value !== undefined && fits?.(schema, value) === false;
  });
  if (wrong !== undefined)
    throw new Failed('INPUT_INVALID', `The input "${wrong[0]}" does not fit its schema.`);
  const unknown = plan.strict ? Object.keys(input).find((name) => !plan.inputs.includes(name)) : undefined;
  if (unknown !== undefined) throw new Failed('INPUT_INVALID', `The plan has no input "${unknown}".`);
  return variables;
}

/** Opens the plan that is run; before it, where the plan has features, the porch on which its guards are asked (L4). */
export function openRun(run: Run, plan: Plan, input: Variables): void {
  if (plan.guards === undefined && plan.observers === undefined) openRoot(run, plan, input);
  else {
    const body = { nodes: [nodeOfPlan(plan, input)], edges: [] };
    run.root = openScope(run, null, { part: 'porch', address: '', body, variables: {} }).id;
  }
}

/** The guards have let the plan in. */
export function leavePorch(run: Run, turn: Turn): void {
  const [plan] = run.given.subPlans;
  const porch = run.root;
  if (plan !== undefined) openRoot(run, plan, { ...turn.node.params });
  delete run.scopes[porch];
}

function openRoot(run: Run, plan: Plan, input: Variables): void {
  const opens = (): void => {
    const variables = assignedBy(run, plan, input);
    const opening = { part: 'plan', address: '', body: plan, plan: plan.id, variables } as const;
    run.root = openScope(run, null, opening).id;
  };
  trying(opens, (failure) => stopRun(run, failure));
}

function stopRun(run: Run, error: Failure): void {
  run.phase = 'failed';
  run.error = error;
}

/** The plan that is run has ended (R15, V1). */
export function runEnded(run: Run, scope: Scope, { result }: End): void {
  const ends = (): void => {
    run.output = outputsOfPlan(run, scope, result);
    tellPlan(run, scope, 'postSuccess', { result: run.output });
    run.phase = 'completed';
  };
  trying(ends, (failure) => stopRun(run, failure));
}

export function runFailed(run: Run, scope: Scope, error: Failure): void {
  if (scope.part !== 'porch') tellPlan(run, scope, 'postError', { error });
  stopRun(run, error);
}

function tellPlan(run: Run, scope: Scope, phase: Phase, values: Variables): void {
  const [plan] = run.given.subPlans;
  if (plan?.observers === undefined) return;
  const turn = freshTurn(nodeOfPlan(plan, {}), scope, []);
  told(run, turn, phase, values);
  told(run, turn, 'finally', values);
}

export function subPlanEnded(run: Run, turn: Turn, scope: Scope, { result }: End): void {
  attempting(run, turn, () => succeed(run, turn, { result: outputsOfPlan(run, scope, result) }));
}

/** What a plan gives: its result, and what its END says in place of it (R15). Throws OUTPUT_MISSING (V1). */
function outputsOfPlan(run: Run, scope: Scope, ended: Value | undefined): Value {
  const plan = run.given.subPlans.find(({ id }) => id === scope.plans.at(-1));
  const instead = isObject(ended) ? ended : {};
  const assigned = scope.variables ?? {};
  if (plan?.needs === undefined) {
    const given = (plan?.outputs ?? []).filter((id) => assigned[id] !== undefined);
    return { ...Object.fromEntries(given.map((id) => [id, assigned[id] ?? null])), ...instead };
  }
  const keys = Object.keys(plan.needs).filter((key) => instead[key] === undefined);
  for (const key of keys)
    for (const id of plan.needs[key] ?? [])
      if (assigned[id] === undefined) throw new Failed('OUTPUT_MISSING', `Nothing was written to "${id}".`);
  const mapping = run.given.expressions[`${scope.prefix}result`];
  if (mapping === undefined) throw new Failed('EXPRESSION_ERROR', 'Nothing says what the plan gives.');
  const outputs =
    keys.length === 0 ? {} : fromHost('EXPRESSION_ERROR', () => mapping(seenFrom(run, scope), keys, {}));
  const wanted = isObject(outputs) ? Object.entries(outputs).filter(([key]) => keys.includes(key)) : [];
  return { ...Object.fromEntries(wanted), ...instead };
}

/** PLAN_EXECUTOR: runs the plan of that moment; none there succeeds (R13). A person may be asked first (L10). */
export function beginExecutor(run: Run, turn: Turn): void {
  begin(run, turn);
  turn.proposed = planFor(run, turn);
  if (turn.proposed === null) succeed(run, turn, { result: null });
  else if (param(turn.node, 'approve') === 'always') askApproval(run, turn);
  else openProposed(run, turn);
}

function askApproval(run: Run, turn: Turn): void {
  const activity = `${scopeOfTurn(run, turn).prefix}${plainId(turn.node)}.approve`;
  const address = `${baseAddress(run, turn)}!approve`;
  call(run, turn, 'approve', { activity, address, input: JSON.parse(JSON.stringify(turn.proposed)) });
}

function planFor(run: Run, turn: Turn): Body | null {
  const scope = scopeOfTurn(run, turn);
  const plan = run.given.plans[`${scope.prefix}${plainId(turn.node)}`];
  return plan === undefined ? null : fromHost('PLAN_REFUSED', () => plan(seenFrom(run, scope)));
}

function openProposed(run: Run, turn: Turn): void {
  const body = turn.proposed ?? EMPTY;
  const prefix = `${scopeOfTurn(run, turn).prefix}${plainId(turn.node)}/`;
  openScope(run, turn, { part: 'dynamic', address: `${turn.address}@1`, body, steps: {}, prefix });
}

/** A person approves the plan that is about to run, or one that was changed, or rejects it. */
export function approved(run: Run, turn: Turn, value: Value): void {
  const said = isObject(value) ? value : {};
  if (said.decision !== 'approve') {
    fail(run, turn, { code: 'REJECTED', message: 'A person said no.' }, true);
    return;
  }
  if (isBody(said.plan)) turn.proposed = said.plan;
  openProposed(run, turn);
}

function isBody(value: unknown): value is Body {
  return (
    typeof value === 'object' &&
    value !== null &&
    Array.isArray(Reflect.get(value, 'nodes')) &&
    Array.isArray(Reflect.get(value, 'edges'))
  );
}
