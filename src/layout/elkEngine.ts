import type { ELK } from 'elkjs/lib/elk-api';
import { elkGraph, placesOf } from './elkGraph';
import { layered, type Point } from './layered';
import type { LayoutEngine } from './tidy';

/**
 * ELK in a worker of its own, which starts when something is first tidied and stays for the next time. Where no
 * worker may start, the simple layout answers. An aborted layout ends the worker: ELK cannot be stopped otherwise.
 */
export function elkEngine(): LayoutEngine {
  let running: Promise<Running> | null = null;
  const stop = (): void => {
    running?.then(({ worker }) => worker.terminate()).catch(() => {});
    running = null;
  };
  return async (nodes, links, signal) => {
    signal?.throwIfAborted();
    running ??= startElk();
    try {
      return await abortable(
        running
          .then(({ elk, failed }) => Promise.race([failed, elk.layout(elkGraph(nodes, links))]))
          .then(placesOf),
        signal,
      );
    } catch {
      stop();
      signal?.throwIfAborted();
      return layered(nodes, links);
    }
  };
}

interface Running {
  readonly elk: ELK;
  readonly worker: Worker;
  /** Rejects when the worker fails, at its start or later: a worker that is gone never answers. */
  readonly failed: Promise<never>;
}

async function startElk(): Promise<Running> {
  const { default: Elk } = await import('elkjs/lib/elk-api.js');
  const worker = new Worker(new URL('./elkWorker.ts', import.meta.url), { type: 'module' });
  const failed = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
    worker.addEventListener('messageerror', () => reject(new Error('The answer cannot be read.')), {
      once: true,
    });
  });
  // Whoever lays out hears of it; between two layouts nobody does, and that is no fault.
  failed.catch(() => {});
  const elk = new Elk({ workerFactory: () => worker });
  try {
    await Promise.race([failed, elk.knownLayoutOptions()]);
  } catch (thrown) {
    worker.terminate();
    throw thrown;
  }
  return { elk, worker, failed };
}

function abortable(
  answer: Promise<ReadonlyMap<string, Point>>,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, Point>> {
  if (signal === undefined) return answer;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
