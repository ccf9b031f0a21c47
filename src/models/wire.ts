import { LIMITS } from '#base';
import { CallError, isSameOrigin } from '#runtime';
import { type Bytes, firstBytes } from './firstBytes';
import { quoted, readRefusalBody } from './refusalBody';
import { notAStream, oneLongLine, wrongOrigin } from './refusals';

/** A line of a stream that is longer is cut off (case E4): it would be buffered whole before anything is read of it. */
const LONGEST_LINE_BYTES = 2 * LIMITS.plannerReplyBytes;
const NEW_LINE = 0x0a;
/** A refusal says what is wrong in its first words; the rest of an endless one is not waited for. */
const REFUSAL_BYTES = 16_384;

/**
 * The one way out for requests that carry a key. It goes only to the origin that the key is bound to (T2, case A3),
 * follows no redirect, carries no cookies (case F7), and sends no `User-Agent`: Firefox would put that header into
 * the preflight, and strict servers refuse it.
 */
export class Wire {
  readonly #address: string;
  readonly #fetch: typeof fetch;
  /** What the wire itself refused. The library above may wrap what is thrown, so it is kept here as well. */
  refusal: CallError | null = null;
  /** Whether the other side answered at all. */
  answered = false;
  /** Whether it began to stream an answer: from then on tokens are taken (K10). */
  accepted = false;
  /** When it answered, by its own clock, in milliseconds since the epoch; null where it does not say. */
  serverTime: number | null = null;

  constructor(address: string, network: typeof fetch) {
    this.#address = address;
    this.#fetch = network;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!isSameOrigin(url, this.#address)) throw this.#refuse(new CallError(wrongOrigin(url)));
    const headers = new Headers(init?.headers);
    headers.delete('user-agent');
    const network = this.#fetch;
    const response = await network(input, {
      ...init,
      headers,
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    this.answered = true;
    const date = Date.parse(response.headers.get('date') ?? '');
    this.serverTime = Number.isNaN(date) ? null : date;
    if (!response.ok)
      return new Response(response.body?.pipeThrough(firstBytes(REFUSAL_BYTES)) ?? null, response);
    const type = response.headers.get('content-type') ?? '';
    if (!type.includes('text/event-stream')) {
      const isJson = type.includes('json') && response.body !== null;
      const said = isJson
        ? await new Response(response.body?.pipeThrough(firstBytes(REFUSAL_BYTES))).text()
        : '';
      // Nobody reads it: left open, it would go on arriving.
      if (!isJson) void response.body?.cancel().catch(() => {});
      throw this.#refuse(new CallError(notAStream(type, quoted(readRefusalBody(said).reason))));
    }
    this.accepted = true;
    return new Response(response.body?.pipeThrough(this.#shortLines()) ?? null, response);
  };

  #shortLines(): TransformStream<Bytes, Bytes> {
    let length = 0;
    return new TransformStream({
      transform: (chunk, controller) => {
        const last = chunk.lastIndexOf(NEW_LINE);
        length = last < 0 ? length + chunk.length : chunk.length - last - 1;
        // A chunk is far smaller than the limit, so a line that is too long is never hidden inside one.
        if (length <= LONGEST_LINE_BYTES) return controller.enqueue(chunk);
        controller.error(this.#refuse(new CallError(oneLongLine(LONGEST_LINE_BYTES))));
      },
    });
  }

  #refuse(problem: CallError): CallError {
    this.refusal = problem;
    return problem;
  }
}
