import type { RowsInLines } from './knownReadings';
import { type RowTask, type RowTasks, workRowTask } from './rowTask';

/** What the worker of a task says. */
export type RowAnswer = { readonly answer: RowTasks[keyof RowTasks]['answer'] } | { readonly broke: string };

/**
 * Works on a task over the rows of a large table, in a worker of its own; where there is none, at once.
 *
 * @throws the reason of the signal; an Error where it broke off
 */
export async function workOnRows<Task extends keyof RowTasks>(
  content: RowsInLines,
  task: Task,
  asked: RowTasks[Task]['asked'],
  signal?: AbortSignal,
): Promise<RowTasks[Task]['answer']> {
  signal?.throwIfAborted();
  const whole = { task, ...asked } as RowTask;
  const working =
    typeof Worker === 'undefined' ? workRowTask(content, whole) : inWorker(content, whole, signal);
  return (await working) as RowTasks[Task]['answer'];
}

async function inWorker(
  content: RowsInLines,
  task: RowTask,
  signal?: AbortSignal,
): Promise<RowTasks[keyof RowTasks]['answer']> {
  const worker = new Worker(new URL('./rowWorker.ts', import.meta.url), { type: 'module' });
  const ended = new AbortController();
  try {
    const said = await new Promise<RowAnswer>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal });
      worker.addEventListener('message', ({ data }: MessageEvent<RowAnswer>) => resolve(data));
      worker.addEventListener('error', ({ message }) => resolve({ broke: message || 'it did not start' }));
      worker.addEventListener('messageerror', () => resolve({ broke: 'what it said cannot be read' }));
      worker.postMessage({ content, task });
    });
    if ('broke' in said) throw new Error(`The part of the page that works on tables ended: ${said.broke}.`);
    return said.answer;
  } finally {
    ended.abort();
    worker.terminate();
  }
}
