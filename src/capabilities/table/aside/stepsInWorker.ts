import type { Json } from '#base';
import { type Blobs, CallError, nameHandles } from '#runtime';
import type { FromDesk, StepOutcome, StepQuestion, ToDesk } from './messages';

/** Works on steps over tables by reference, on another thread than the one that asks. */
export interface TableSteps {
  /** @throws CallError of the step; the signal's reason; an Error where it broke off */
  work(question: StepQuestion, signal: AbortSignal): Promise<Json>;
}

/** What steps need of a worker. */
interface StepThread extends Pick<Worker, 'terminate' | 'addEventListener'> {
  postMessage(message: ToDesk, moved: Transferable[]): void;
}

/** A step that has not come to its end so long after it was withdrawn ends with its worker, and what that had read. */
const GRACE_MS = 500;

interface Waiting {
  readonly resolve: (outcome: StepOutcome) => void;
}

/**
 * Steps in one worker of the page, which starts with the first of them and keeps the tables that it has read for the next.
 *
 * @param blobs where the rows lie: the worker asks the page for them, and hands it those that it makes
 */
export function stepsInWorker(blobs: Blobs, start: () => StepThread = workerOfPage): TableSteps {
  let running: Running | null = null;
  return {
    work: async (question, signal) => {
      signal.throwIfAborted();
      running ??= new Running(start(), blobs, (ended) => {
        if (running === ended) running = null;
      });
      const outcome = await running.work(question, signal);
      if ('error' in outcome) throw new CallError(outcome.error);
      if ('broke' in outcome) throw new Error(outcome.broke);
      nameHandles(outcome.result);
      return outcome.result;
    },
  };
}

function workerOfPage(): StepThread {
  return new Worker(new URL('./stepWorker.ts', import.meta.url), { type: 'module' });
}

class Running {
  readonly #worker: StepThread;
  readonly #blobs: Blobs;
  readonly #ended: (running: Running) => void;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  constructor(worker: StepThread, blobs: Blobs, ended: (running: Running) => void) {
    this.#worker = worker;
    this.#blobs = blobs;
    this.#ended = ended;
    worker.addEventListener('message', ({ data }: MessageEvent<FromDesk>) => void this.#hear(data));
    worker.addEventListener('error', ({ message }) => this.#end(message || 'it did not start'));
    worker.addEventListener('messageerror', () => this.#end('what it said cannot be read'));
  }

  work(question: StepQuestion, signal: AbortSignal): Promise<StepOutcome> {
    const id = this.#asked++;
    const over = new AbortController();
    return new Promise<StepOutcome>((resolve, reject) => {
      this.#waiting.set(id, { resolve });
      signal.addEventListener('abort', () => this.#withdraw(id, () => reject(signal.reason)), {
        signal: over.signal,
      });
      this.#post({ kind: 'step', id, question });
    }).finally(() => over.abort());
  }

  /** Whoever withdraws a step waits no longer; the worker may still come to its end, and keeps what it has read. */
  #withdraw(id: number, reject: () => void): void {
    reject();
    const late = setTimeout(() => this.#end('it did not end what was withdrawn'), GRACE_MS);
    this.#waiting.set(id, { resolve: () => clearTimeout(late) });
  }

  async #hear(message: FromDesk): Promise<void> {
    if (message.kind === 'outcome') {
      this.#waiting.get(message.id)?.resolve(message.outcome);
      this.#waiting.delete(message.id);
      return;
    }
    try {
      await this.#serve(message);
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      this.#post({ kind: 'store failed', id: message.id, why });
    }
  }

  /** What the worker asks of the store. */
  async #serve(message: Exclude<FromDesk, { kind: 'outcome' }>): Promise<void> {
    const { kind, id } = message;
    if (kind === 'has') return this.#post({ kind, id, isHere: await this.#blobs.has(message.hash) });
    if (kind === 'write') {
      return this.#post({ kind: 'written', id, hash: await this.#blobs.write(message.bytes) });
    }
    const bytes = await this.#blobs.read(message.hash);
    this.#post({ kind, id, bytes }, bytes === null ? [] : [bytes.buffer]);
  }

  #end(why: string): void {
    this.#worker.terminate();
    this.#ended(this);
    for (const { resolve } of this.#waiting.values())
      resolve({ broke: `The part of the page that works on tables ended: ${why}.` });
    this.#waiting.clear();
  }

  #post(message: ToDesk, moved: Transferable[] = []): void {
    this.#worker.postMessage(message, moved);
  }
}
