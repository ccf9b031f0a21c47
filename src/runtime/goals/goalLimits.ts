import { type Diagnostic, LIMITS, problem } from '#base';

/**
 * T4: runs that start each other by goals may go so deep, and one run may start so many.
 *
 * @param depth how many runs lie inside each other, with the new one
 * @param count how many that run has started, with the new one
 */
export function refuseGoal(depth: number, count: number): Diagnostic | null {
  if (depth > LIMITS.goalDepth) {
    return problem(
      'GOAL_DEPTH',
      `Runs that start each other by goals may be ${LIMITS.goalDepth} deep.`,
      'Check whether a machine publishes the goal that it is started by itself.',
    );
  }
  if (count <= LIMITS.goalRuns) return null;
  return problem(
    'GOALS_FULL',
    `One run may start ${LIMITS.goalRuns} others by its goals.`,
    'Look for states that publish the same goal again and again.',
  );
}
