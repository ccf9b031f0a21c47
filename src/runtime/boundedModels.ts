import { LIMITS, utf8Length } from '#base';
import { CallError } from './callError';
import type { Clock, ModelEvent, ModelRequest, Models } from './ports';

/** Bounds of one reply. Times are milliseconds, sizes bytes of UTF-8. */
export interface ReplyLimits {
  readonly bytes: number;
  readonly idleMs: number;
  readonly totalMs: number;
}

const DEFAULT_LIMITS: ReplyLimits = {
  bytes: LIMITS.plannerReplyBytes,
  idleMs: LIMITS.plannerIdleMs,
  totalMs: LIMITS.plannerTotalMs,
};

/**
 * Models whose replies end (case E4): too long, too slow and endless ones are aborted upstream, after what came so
 * far was handed on. A provider that ignores the abort is left behind.
 */
export function boundedModels(models: Models, clock: Clock, limits: ReplyLimits = DEFAULT_LIMITS): Models {
  return {
    list: models.list,
    stream: (request, signal) => bounded(models, request, signal, clock, limits),
  };
}

async function* bounded(
  models: Models,
  request: ModelRequest,
  signal: AbortSignal,
  clock: Clock,
  limits: ReplyLimits,
): AsyncGenerator<ModelEvent> {
  const watch = new Watch(signal, clock, limits);
  const events = models.stream(request, watch.signal)[Symbol.asyncIterator]();
  let bytesLeft = limits.bytes;
  try {
    for (;;) {
      const next = await watch.wait(() => events.next());
      if (next.done) return;
      const event = next.value;
      if (event.type === 'done') {
        yield event;
        return;
      }
      bytesLeft -= bytesOf(event);
      if (bytesLeft < 0) {
        // A part of the text that surely fits is kept, so that a reader sees what came.
        if (event.type === 'text' || event.type === 'reasoning')
          yield { type: event.type, text: event.text.slice(0, Math.max(0, limits.bytes >> 2)) };
        throw tooLarge(limits.bytes);
      }
      yield event;
    }
  } finally {
    watch.end();
    // Not awaited: a provider that hangs would hang us with it.
    void events.return?.()?.then(undefined, () => {});
  }
}

function bytesOf(event: ModelEvent): number {
  if (event.type === 'text' || event.type === 'reasoning') return utf8Length(event.text);
  return event.type === 'tool-call' ? utf8Length(event.name) + utf8Length(event.arguments) : 0;
}

/** Waits for a provider, but no longer than allowed, and not after the caller has withdrawn. */
class Watch {
  readonly #clock: Clock;
  readonly #limits: ReplyLimits;
  readonly #controller = new AbortController();
  readonly #withdrawTotal: () => void;
  readonly #outer: AbortSignal;
  #giveUp: (reason: CallError) => void = () => {};
  #reason: CallError | null = null;

  constructor(outer: AbortSignal, clock: Clock, limits: ReplyLimits) {
    this.#outer = outer;
    this.#clock = clock;
    this.#limits = limits;
    this.#withdrawTotal = clock.after(limits.totalMs, () => this.#stop(tooSlow(limits.totalMs, 'in all')));
    if (outer.aborted) this.#stop(aborted());
    else outer.addEventListener('abort', this.#onAbort);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  async wait<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#reason) throw this.#reason;
    const withdraw = this.#clock.after(this.#limits.idleMs, () =>
      this.#stop(tooSlow(this.#limits.idleMs, 'without a word')),
    );
    try {
      return await new Promise<Value>((resolve, reject) => {
        this.#giveUp = reject;
        work().then(resolve, (thrown) => reject(this.#reason ?? thrown));
      });
    } finally {
      withdraw();
    }
  }

  end(): void {
    this.#withdrawTotal();
    this.#outer.removeEventListener('abort', this.#onAbort);
    this.#controller.abort();
  }

  readonly #onAbort = (): void => this.#stop(aborted());

  #stop(reason: CallError): void {
    this.#reason ??= reason;
    this.#giveUp(this.#reason);
    this.#controller.abort();
  }
}

function tooSlow(ms: number, how: string): CallError {
  return new CallError({
    code: 'MODEL_NO_ANSWER',
    message: `The model did not answer within ${ms / 1000} seconds ${how}.`,
    help: 'Check whether its server is busy or still loads the model, then try again or choose another.',
  });
}

function tooLarge(bytes: number): CallError {
  return new CallError({
    code: 'MODEL_REPLY_TOO_LARGE',
    message: `The model's reply is larger than ${bytes} bytes and was cut off.`,
    help: 'Ask for less at once, or bound the output of the model.',
  });
}

function aborted(): CallError {
  return new CallError({
    code: 'MODEL_ABORTED',
    message: 'The call was withdrawn before the model had answered.',
    help: 'Run the step again if its answer is still wanted.',
  });
}
