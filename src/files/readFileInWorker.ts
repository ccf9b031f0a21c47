import { type Diagnostic, err, LIMITS, problem } from '#base';
import { joinedFile, type ReadResult, type WorkerAnswer } from './partsOfFile';
import type { Named, ReadOptions } from './readOptions';

export interface WorkerQuestion {
  readonly bytes: Uint8Array;
  readonly named: Named;
}

/**
 * `readFile` off the page's thread, in a worker that lives for this file. A file that takes longer than
 * `LIMITS.fileReadMs`, or more memory than a worker gets, ends with the worker and is told; the signal ends it at once.
 *
 * @throws the reason of the signal, nothing else
 */
export function readFileInWorker(
  bytes: Uint8Array,
  named: Named,
  { signal, progress }: ReadOptions = {},
): Promise<ReadResult> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./fileWorker.ts', import.meta.url), { type: 'module' });
  const ended = new AbortController();
  const take = joinedFile();
  return new Promise<ReadResult>((resolve, reject) => {
    const listen = { signal: ended.signal };
    const late = setTimeout(() => resolve(err([timedOut(named.name)])), LIMITS.fileReadMs);
    ended.signal.addEventListener('abort', () => clearTimeout(late));
    signal?.addEventListener('abort', () => reject(signal.reason), listen);
    const failed = (): void => resolve(err([workerFailed(named.name)]));
    worker.addEventListener('error', failed, listen);
    worker.addEventListener('messageerror', failed, listen);
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<WorkerAnswer>) => {
        if ('share' in data) return progress?.(data.share);
        // pdfjs, in the same worker, has messages of its own.
        if (!('result' in data || 'rows' in data)) return;
        const result = take(data);
        if (result !== null) resolve(result);
      },
      listen,
    );
    const question: WorkerQuestion = { bytes, named };
    worker.postMessage(question);
  }).finally(() => {
    ended.abort();
    worker.terminate();
  });
}

function timedOut(name: string): Diagnostic {
  return problem(
    'FILE_TIMEOUT',
    `“${name}” could not be read within ${LIMITS.fileReadMs / 1_000} seconds.`,
    'Split it into smaller files, or save a table as CSV or Parquet.',
  );
}

function workerFailed(name: string): Diagnostic {
  return problem(
    'FILE_WORKER_FAILED',
    `“${name}” could not be read: the part of the page that reads files ended.`,
    'Reload the page and choose the file again; if it is large, split it.',
  );
}
