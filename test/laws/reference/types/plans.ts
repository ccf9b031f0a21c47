import { isJsonObject, type Json, type JsonObject } from '#base';
import { baseAddress } from '../addresses';
import type { PlainBody, PlainPlan } from '../language';
import { openScope } from '../scopes';
import { ask, attempting, begin, beginContainer, fail, startTimeout, succeed } from '../settle';
import type { Behaviour, PlanInstance, Run, Scope, Turn } from '../state';
import { Failed, planOutputs, readVariable, writeVariable } from '../values';

/** V1: a fresh instance of a plan; every IN needs a value or a default. Throws `INPUT_INVALID`. */
export function instanceOf(plan: PlainPlan, input: JsonObject): PlanInstance {
  const variables: Record<string, Json> = {};
  for (const { id, scope, default: fallback } of plan.variables) {
    const value = (scope === 'IN' ? input[id] : undefined) ?? fallback;
    if (value !== undefined) variables[id] = value;
    else if (scope === 'IN') throw new Failed('INPUT_INVALID', `The input "${id}" is missing.`);
  }
  return { plan, variables };
}

/** SUB_PLAN: another plan of the workspace, with variables of its own; its value is that plan's outputs (R21). */
export const SUB_PLAN: Behaviour = {
  start(run, turn) {
    const input = beginContainer(run, turn, true) ?? {};
    const plan = run.plans.find(({ id }) => id === turn.node.params?.plan);
    if (plan === undefined) throw new Failed('PLAN_UNKNOWN', 'There is no such plan.');
    const { maxDepth = Infinity } = turn.node.params ?? {};
    if (instancesAround(turn.scope, plan.id) >= maxDepth) throw new Failed('DEPTH_LIMIT', 'Too deep.', true);
    const instance = instanceOf(plan, isJsonObject(input) ? input : {});
    openScope(run, turn, { part: 'plan', address: turn.address, body: plan, plan: instance });
  },
  ended(run, turn, scope, ended) {
    attempting(run, turn, () => succeed(run, turn, { result: planOutputs(scope, ended) }));
  },
  failed: (run, turn, _scope, error) => fail(run, turn, error),
};

/** L9: `maxDepth` is the greatest number of instances of the plan that may be nested, the outermost included. */
function instancesAround(scope: Scope, plan: string): number {
  const here = scope.part === 'plan' && scope.plan?.plan.id === plan ? 1 : 0;
  return scope.owner === null ? here : here + instancesAround(scope.owner.scope, plan);
}

/** PLANNER: writes the plan to its variable, and runs nothing (L1). */
export const PLANNER: Behaviour = {
  start(run, turn) {
    begin(run, turn, true);
    const outcome = run.outcomes.next(baseAddress(turn));
    ask(run, turn, `${turn.address}!plan`, { kind: 'call', outcome }, outcome.afterMs);
    startTimeout(run, turn);
  },
  came(run, turn, { what }) {
    if (what.kind !== 'call') return;
    const { error, output = null } = what.outcome;
    if (error) {
      fail(run, turn, error);
      return;
    }
    const variable = turn.node.params?.planVariable ?? 'dynamicPlan';
    writeVariable(run, turn.scope, baseAddress(turn), variable, output);
    succeed(run, turn, { result: output });
  },
};

/** PLAN_EXECUTOR: runs the plan that is now in its variable (R13); no plan there succeeds, and says so. */
export const PLAN_EXECUTOR: Behaviour = {
  start(run, turn) {
    begin(run, turn);
    const { planVariable = 'dynamicPlan', approve } = turn.node.params ?? {};
    turn.asked = planIn(readVariable(turn.scope, planVariable) ?? null);
    if (turn.asked === null) succeed(run, turn, { result: null });
    else if (approve === 'always') ask(run, turn, `${turn.address}!approve`, { kind: 'approval' }, null);
    else openPlan(run, turn, turn.asked);
  },
  ended: (run, turn, scope) => succeed(run, turn, { result: scope.value }),
  failed: (run, turn, _scope, error) => fail(run, turn, error),
};

function planIn(value: Json): PlainBody | null {
  const isPlan = isJsonObject(value) && Array.isArray(value.nodes) && Array.isArray(value.edges);
  return isPlan ? JSON.parse(JSON.stringify(value)) : null;
}

/** L10: approve opens the plan that was asked about; reject fails the node; anything else is refused. */
export function decide(run: Run, turn: Turn, value: Json): void {
  const decision = isJsonObject(value) ? value.decision : null;
  if (decision === 'reject') fail(run, turn, { code: 'REJECTED', message: 'A person said no.' }, true);
  if (decision !== 'approve' || turn.asked === null) return;
  run.agenda = run.agenda.filter((due) => due.turn !== turn);
  openPlan(run, turn, turn.asked);
}

function openPlan(run: Run, turn: Turn, body: PlainBody): void {
  openScope(run, turn, { part: 'dynamic', address: `${turn.address}@1`, body, steps: {} });
}
