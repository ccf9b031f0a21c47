// The entry of the worker that works on a task over rows as text: one task, one worker.
import type { RowsInLines } from './knownReadings';
import type { RowAnswer } from './rowsInWorker';
import { type RowTask, workRowTask } from './rowTask';

addEventListener(
  'message',
  ({ data: { content, task } }: MessageEvent<{ content: RowsInLines; task: RowTask }>) => {
    workRowTask(content, task).then(
      (answer) => reply({ answer }),
      (thrown: unknown) => reply({ broke: thrown instanceof Error ? thrown.message : String(thrown) }),
    );
  },
);

function reply(message: RowAnswer): void {
  postMessage(message);
}
