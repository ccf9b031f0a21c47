// The entry of the worker that reads files: one file, one worker, one answer.
import { partsOfFile, type WorkerAnswer } from './partsOfFile';
import { readFile } from './readFile';
import type { WorkerQuestion } from './readFileInWorker';

addEventListener('message', async ({ data }: MessageEvent<WorkerQuestion>) => {
  const answer = (message: WorkerAnswer): void => postMessage(message);
  const result = await readFile(data.bytes, data.named, {
    progress: (share) => answer({ share }),
  });
  for (const part of partsOfFile(result)) answer(part);
});
