import { LIMITS } from '#base';
import { builtInCapabilities } from '#capabilities';
import type { CapabilityDescriptor } from '#plan';
import { type PlannerState, readReply } from '#planner';
import { EXIT } from '../outcome';
import type { Planned } from './askForPlan';

/**
 * `planloom plan --reply`: one reply of a model through the pipeline of P3 and P4, nobody asked.
 *
 * @param flavour `state-machine` where nothing else will do (M5)
 */
export function judgeReply(
  reply: string,
  goal: string,
  catalogue: readonly CapabilityDescriptor[],
  flavour: string | undefined,
): Planned {
  const allowed = new Set(catalogue.map(({ id }) => id));
  const state: PlannerState = {
    goal,
    transcript: [],
    memory: {},
    // Reference 1 gives the planners inside its replies the question in this variable.
    variables: { userQuery: goal },
    writable: [],
    catalogue: new Map(catalogue.map((descriptor) => [descriptor.id, descriptor])),
    forbidden: new Set([...builtInCapabilities().catalogue.keys()].filter((id) => !allowed.has(id))),
    limits: { maxSteps: LIMITS.planSteps, maxDepth: LIMITS.plannerDepth },
    depth: 0,
    stepCount: 0,
    ...(flavour === 'state-machine' ? { wants: 'machine' as const } : {}),
  };
  const { verdict, machine, problems, repairs, ...read } = readReply(reply, state);
  const plan = machine ?? read.plan;
  const ok = verdict === 'accepted';
  const attempts = [{ madeBy: 'file', reply, verdict, problems, repairs }];
  return { exit: ok ? EXIT.done : EXIT.failed, result: { ok, plan, attempts, diagnostics: problems } };
}
