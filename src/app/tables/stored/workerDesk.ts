import type { TableAnswer, TableContent, TableTask } from './tableDesk';

export type DeskRequest =
  | { readonly kind: 'hold'; readonly hash: string; readonly content: TableContent }
  | { readonly kind: 'forget'; readonly hash: string }
  | { readonly kind: 'ask'; readonly id: number; readonly hash: string; readonly question: TableTask };

export type DeskReply =
  | { readonly id: number; readonly answer: TableAnswer }
  | { readonly id: number; readonly failed: string };

/** Whoever holds tables and answers what is asked of them: `TableDesk`, here or elsewhere. */
export interface Desk {
  hold(hash: string, content: TableContent): void;
  forget(hash: string): void;
  answer(hash: string, question: TableTask): Promise<TableAnswer>;
}

interface Waiting {
  readonly resolve: (answer: TableAnswer) => void;
  readonly reject: (why: Error) => void;
}

/**
 * The desk in a worker of its own. What it holds moves there, and is gone here.
 *
 * @param ended called when the worker is lost, with all that it held; what was asked of it is refused
 */
export function workerDesk(ended: () => void): Desk {
  const worker = new Worker(new URL('./tableWorker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  const send = (request: DeskRequest, moved: Transferable[] = []): void => worker.postMessage(request, moved);
  const lose = (why: string): void => {
    worker.terminate();
    for (const { reject } of waiting.values()) reject(new Error(`The rows could not be read: ${why}.`));
    waiting.clear();
    ended();
  };
  worker.onmessage = ({ data }: MessageEvent<DeskReply>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failed' in data) one?.reject(new Error(`The rows could not be read: ${data.failed}`));
    else one?.resolve(data.answer);
  };
  worker.onerror = ({ message }) => lose(message || 'their worker did not start');
  worker.onmessageerror = () => lose('an answer of their worker cannot be read');
  return {
    hold: (hash, content) => {
      const { lines, written } = content;
      const moved = written === undefined ? [lines.buffer] : [lines.buffer, written.buffer];
      send({ kind: 'hold', hash, content }, moved);
    },
    forget: (hash) => send({ kind: 'forget', hash }),
    answer: (hash, question) => {
      const id = asked++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        send({ kind: 'ask', id, hash, question });
      });
    },
  };
}
