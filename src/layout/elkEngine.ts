import type { ELK } from 'elkjs/lib/elk-api';
import { elkGraph, placesOf } from './elkGraph';
import { layered, type Point } from './layered';
import type { LayoutEngine } from './tidy';

/**
 * ELK in a worker of its own, which starts when something is first tidied and stays for the next time. Where no
 * worker may start, the simple layout answers. An aborted layout ends the worker: ELK cannot be stopped otherwise.
 */
export function elkEngine(): LayoutEngine {
  let running: Promise<ELK> | null = null;
  const stop = (): void => {
    running?.then((elk) => elk.terminateWorker()).catch(() => {});
    running = null;
  };
  return async (nodes, links, signal) => {
    signal?.throwIfAborted();
    running ??= startElk();
    try {
      return await abortable(
        running.then((elk) => elk.layout(elkGraph(nodes, links))).then(placesOf),
        signal,
      );
    } catch {
      stop();
      signal?.throwIfAborted();
      return layered(nodes, links);
    }
  };
}

async function startElk(): Promise<ELK> {
  const { default: Elk } = await import('elkjs/lib/elk-api.js');
  const worker = new Worker(new URL('./elkWorker.ts', import.meta.url), { type: 'module' });
  // A worker that cannot load says so only by this event; without it the layout would never answer.
  const failed = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message)), { once: true });
  });
  const elk = new Elk({ workerFactory: () => worker });
  return Promise.race([failed, elk.knownLayoutOptions().then(() => elk)]);
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
