import { type Command, type Commit, fold, openCommands } from '#kernel';
import type { RunHandle } from '#runtime';
import { type Answer, takeAnswer } from './answers';

/**
 * Follows a run until nothing in it moves by itself, and gives each answer when its node starts to wait (H1).
 *
 * @param answers those that are given are taken out
 * @param resumed set when the run was taken up: it goes on, with more calls where that was asked for
 */
export async function follow(
  run: RunHandle,
  answers: Answer[],
  resumed: { readonly calls: number | undefined } | null,
): Promise<void> {
  const unsubscribe = run.subscribe((commit) => {
    for (const command of commandsOf(commit)) give(run, answers, command);
  });
  if (resumed) {
    await run.atRest();
    const waiting = openCommandsOf(run.commits);
    if (resumed.calls !== undefined)
      await run.send({ type: 'budget.raised', budget: { calls: resumed.calls } });
    await run.resume();
    for (const command of waiting) give(run, answers, command);
  }
  await run.atRest();
  unsubscribe();
}

function give(run: RunHandle, answers: Answer[], command: Command): void {
  if (command.kind !== 'wait') return;
  const answer = takeAnswer(answers, command);
  if (answer) void run.answer(command.address, answer.value);
}

function commandsOf({ entries }: Commit): readonly Command[] {
  return entries.flatMap((entry) => (entry.kind === 'command' ? [entry.data.command] : []));
}

function openCommandsOf(commits: readonly Commit[]): readonly Command[] {
  const state = fold(commits);
  return state.ok ? openCommands(state.value) : [];
}
