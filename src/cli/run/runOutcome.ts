import { outcomeOf, project } from '#projection';
import type { RunHandle } from '#runtime';
import { EXIT, type ExitCode, type Outcome } from '../outcome';

type View = ReturnType<typeof project>;

/** What `planloom run` prints, and ends with (H1). */
export function runOutcome({ runId, commits, trouble }: RunHandle): Outcome {
  const view = project(commits);
  const error = trouble ?? view.error;
  return {
    exit: trouble ? EXIT.waiting : exitOf(view),
    result: {
      runId,
      status: trouble ? 'paused' : view.status,
      outputs: view.outputs,
      ...(error ? { error: { code: error.code, message: error.message, help: error.help } } : {}),
      waiting: view.waiting.map(({ address, kind, name }) => ({ address, kind, name })),
      planHash: view.started?.planHash ?? null,
      stats: statsOf(view),
    },
  };
}

function exitOf({ status, pausedBecause }: View): ExitCode {
  if (status === 'completed') return EXIT.done;
  if (status === 'failed' || status === 'cancelled') return EXIT.failed;
  return status === 'paused' && pausedBecause === 'budget' ? EXIT.failed : EXIT.waiting;
}

function statsOf(view: View): object {
  const { steps, tools } = outcomeOf(view);
  return {
    commits: view.position,
    calls: view.calls,
    steps: steps.length,
    failedSteps: steps.filter(({ success }) => !success).length,
    tools,
    inputTokens: view.usage.inputTokens ?? 0,
    outputTokens: view.usage.outputTokens ?? 0,
    durationMs: Math.max(0, (view.endedAt ?? view.at ?? 0) - (view.startedAt ?? 0)),
  };
}
