import { ROOT } from '#base';
import { citationsIn, metadataOf, outcomeOf, project, revisionsIn, type StepChange } from '#projection';
import type { RunHandle } from '#runtime';
import { EXIT, type ExitCode, type Outcome } from '../outcome';

type View = ReturnType<typeof project>;

/**
 * What `planloom run` prints, and ends with (H1).
 *
 * @param withMetadata with what it did, step by step (P10)
 */
export function runOutcome({ runId, commits, trouble }: RunHandle, withMetadata: boolean): Outcome {
  const view = project(commits);
  const citations = citationsIn(view);
  const error = trouble ?? view.error ?? outOfBudget(view);
  return {
    exit: trouble ? EXIT.waiting : exitOf(view),
    result: {
      runId,
      status: trouble ? 'paused' : view.status,
      outputs: view.outputs,
      ...(error ? { error: { code: error.code, message: error.message, help: error.help } } : {}),
      waiting: [
        ...awaitedRuns(view),
        ...view.waiting.map(({ address, kind, name }) => ({ address, kind, name })),
      ],
      planHash: view.started?.planHash ?? null,
      stats: statsOf(view),
      ...(citations.length === 0 ? {} : { citations }),
      ...revisionsOf(view),
      ...(withMetadata ? { metadata: metadataOf(view) } : {}),
    },
  };
}

/** P9: what became of the steps of plans that were in doubt, by their ids; absent where none was. */
function revisionsOf(view: View) {
  const revisions = revisionsIn(view).map(({ executor, revision, reason, steps, isProposed }) => {
    const withChange = (wanted: StepChange) =>
      steps.filter(({ change }) => change === wanted).map(({ id }) => id);
    return {
      ...{ address: executor, revision, reason },
      ...(isProposed ? { proposed: true } : {}),
      kept: withChange('kept'),
      added: withChange('added'),
      changed: withChange('changed'),
      dropped: withChange('dropped'),
    };
  });
  return revisions.length === 0 ? {} : { revisions };
}

/** M4: a run that has not begun waits for others (R23: for something named). */
function awaitedRuns({ pendingOn }: View) {
  return pendingOn.map((runId) => ({ address: ROOT, kind: 'run', name: runId }));
}

function exitOf({ status, pausedBecause }: View): ExitCode {
  if (status === 'completed') return EXIT.done;
  if (status === 'failed' || status === 'cancelled') return EXIT.failed;
  return status === 'paused' && pausedBecause === 'budget' ? EXIT.failed : EXIT.waiting;
}

/** H1: a run that is out of budget has not done what it was asked, though it could go on. */
function outOfBudget({ status, pausedBecause, usedUp, budget, calls }: View) {
  if (status !== 'paused' || pausedBecause !== 'budget') return null;
  const ofCalls = budget.calls !== undefined && calls >= budget.calls;
  const part = PARTS[usedUp ?? (ofCalls ? 'calls' : 'wallTime')];
  return {
    code: 'OUT_OF_BUDGET',
    message: `The run is out of budget: ${part}.`,
    help: 'Take it up with a higher one: --resume with its ledger, and --max-steps for calls.',
  };
}

const PARTS = {
  calls: 'all its calls are made',
  wallTime: 'its time is over',
  tokens: 'its tokens are taken',
  money: 'its money is spent',
  price: 'what the next call costs is not known',
  dynamicSteps: 'its plans would have more steps than they may',
  depth: 'its planners would lie deeper inside each other than they may',
} as const;

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
