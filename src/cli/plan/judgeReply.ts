import { LIMITS } from '#base';
import { MODEL_CAPABILITY } from '#plan';
import { type PlannerState, readReply } from '#planner';
import { EXIT } from '../outcome';
import type { Planned } from './askForPlan';
import type { PlanTools } from './planTools';

/**
 * `planloom plan --reply`: one reply of a model through the pipeline of P3 and P4, nobody asked.
 *
 * @param flavour `state-machine` where nothing else will do (M5), `plan-execute` where goals become agents (P14)
 */
export function judgeReply(
  reply: string,
  goal: string,
  { allowed, there }: PlanTools,
  flavour: string | undefined,
): Planned {
  // P14: steps that are agents ask the model, whatever their tools are.
  const asked = flavour === 'plan-execute' ? there.get(MODEL_CAPABILITY) : undefined;
  const all = asked === undefined ? allowed : [...allowed, asked];
  const catalogue = new Map(all.map((descriptor) => [descriptor.id, descriptor]));
  const state: PlannerState = {
    goal,
    transcript: [],
    memory: {},
    // Reference 1 gives the planners inside its replies the question in this variable.
    variables: { userQuery: goal },
    writable: [],
    catalogue,
    forbidden: new Set([...there.keys()].filter((id) => !catalogue.has(id))),
    limits: { maxSteps: LIMITS.planSteps, maxDepth: LIMITS.plannerDepth },
    depth: 0,
    stepCount: 0,
    ...(flavour === 'plan-execute' ? { goalSteps: { mode: 'guided' as const } } : {}),
    ...(flavour === 'state-machine' ? { wants: 'machine' as const } : {}),
  };
  const { verdict, machine, problems, repairs, ...read } = readReply(reply, state);
  const plan = machine ?? read.plan;
  const ok = verdict === 'accepted';
  const attempts = [{ madeBy: 'file', reply, verdict, problems, repairs }];
  return { exit: ok ? EXIT.done : EXIT.failed, result: { ok, plan, attempts, diagnostics: problems } };
}
