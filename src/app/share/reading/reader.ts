import { problem } from '#base';
import type { FormatId } from '#formats';
import { type Judged, judge, refusal, type Source } from './judge';
import type { Asked, Told } from './messages';

/** Reads one thing after the other, away from the page's thread. */
export interface Reader {
  /**
   * @param format what a person says that it is; null: it is recognised
   * @throws the signal's reason when it was aborted: reading cannot be stopped otherwise than by ending its worker
   */
  read(source: Source, format: FormatId | null, signal: AbortSignal): Promise<Judged>;
  /** Ends the worker. The reader can be used again: it starts another one. */
  close(): void;
}

/** A worker of its own, which starts with the first thing that is read. Where none may start, the page reads by itself. */
export function openReader(): Reader {
  let running: Running | null = null;
  const close = (): void => {
    running?.worker.terminate();
    running = null;
  };
  return {
    close,
    read: async (source, format, signal) => {
      signal.throwIfAborted();
      running ??= start();
      if (running === null) return judge(source, format);
      const said = await answerOf(running, { source, format }, signal).catch((reason: unknown) => {
        close();
        throw reason;
      });
      if (said.kind === 'judged') return said.judged;
      close();
      return said.kind === 'absent' ? judge(source, format) : failed(said.why);
    },
  };
}

interface Running {
  readonly worker: Worker;
  /** Whether it was heard of: an error before that means that it could not be loaded. */
  isReady: boolean;
}

type Said = Exclude<Told, { kind: 'ready' }> | { readonly kind: 'absent' };

function start(): Running | null {
  try {
    const worker = new Worker(new URL('./importWorker.ts', import.meta.url), { type: 'module' });
    return { worker, isReady: false };
  } catch {
    return null;
  }
}

function answerOf(running: Running, asked: Asked, signal: AbortSignal): Promise<Said> {
  return new Promise((resolve, reject) => {
    const { worker } = running;
    const stop = (): void => reject(signal.reason);
    const end = (said: Said): void => {
      signal.removeEventListener('abort', stop);
      resolve(said);
    };
    worker.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data.kind === 'ready') running.isReady = true;
      else end(data);
    };
    worker.onerror = ({ message }) =>
      end(running.isReady ? { kind: 'failed', why: message } : { kind: 'absent' });
    worker.onmessageerror = () => end({ kind: 'failed', why: 'what it answered cannot be read' });
    signal.addEventListener('abort', stop, { once: true });
    worker.postMessage(asked);
  });
}

function failed(why: string): Judged {
  const problems = [
    problem('READING_FAILED', `Reading this failed: ${why || 'no reason was given'}.`, 'Give it once more.'),
  ];
  return refusal(problems);
}
