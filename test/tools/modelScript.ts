/** One thing that the scripted server does while it answers, in order. */
export type Act =
  /** A delta of text, sent as one server-sent event. */
  | string
  /** Waits until the gate is released, over HTTP or by `release`: proves order without a clock. */
  | { readonly gate: string }
  | { readonly delayMs: number }
  /** Bytes or text as they are, for lines that no server should send. */
  | { readonly raw: string | Uint8Array }
  /** A delta of reasoning beside the text, as servers with a reasoning parser send it. */
  | { readonly reasoning: string }
  /** A delta of a refusal, as OpenAI sends it. */
  | { readonly refusal: string }
  /** A native function call, whole; `arguments` is JSON text. */
  | { readonly toolCall: { readonly name: string; readonly arguments: string; readonly index?: number } }
  /** An error object in the middle of the stream, as some servers send. */
  | { readonly error: string }
  /** Drops the connection. */
  | { readonly cut: true }
  /** Says nothing more and keeps the connection open. */
  | { readonly hang: true }
  /** Sends this text again and again until the client leaves. */
  | { readonly endless: string; readonly everyMs: number };

/** A whole answer to one request. */
export interface Script {
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is said, for an answer that streams; a request that asks for no stream gets it in one piece. */
  readonly acts?: readonly Act[];
  /** A body that is sent as it is, instead of acts. */
  readonly body?: string;
  /** Without it no usage is reported. */
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
  readonly finishReason?: string;
  /** false: no page of another origin may read the answer. */
  readonly cors?: boolean;
}

const USAGE = { prompt_tokens: 12, completion_tokens: 34 };

/** Says a text, in one piece or in several. */
export function says(...pieces: readonly Act[]): Script {
  return { acts: pieces, usage: USAGE, finishReason: 'stop' };
}

/** Says any JSON value as one text. */
export function saysJson(value: unknown): Script {
  return says(JSON.stringify(value));
}

/**
 * Streams steps as NDJSON lines, each whole line one delta. Line n waits for the gate `line-n` (n from 1) when
 * `gated`, so that a test can look at the canvas after every single step.
 */
export function streamsSteps(steps: readonly unknown[], options: { readonly gated?: boolean } = {}): Script {
  const acts = steps.flatMap((step, index): Act[] => {
    const line = `${typeof step === 'string' ? step : JSON.stringify({ type: 'step', step })}\n`;
    return options.gated ? [{ gate: `line-${index + 1}` }, line] : [line];
  });
  return says(...acts);
}

/**
 * Streams a plan as one object, one step a delta: step n waits for the gate `step-n` (n from 1), and the end for `step-end`.
 * What comes after the last bracket of a step is held back until the next gate.
 */
export function streamsObject(steps: readonly unknown[]): Script {
  const acts = steps.flatMap((step, index): Act[] => [
    { gate: `step-${index + 1}` },
    `${index === 0 ? '' : ','}${JSON.stringify(step)}`,
  ]);
  return says('{"steps":[', ...acts, { gate: 'step-end' }, ']}');
}

/**
 * Streams a machine as reference 5 writes one, its states one after another; state n waits for the gate `state-n` (n from 1),
 * and the end for `state-end`.
 *
 * @param gates another word for `state`: a gate that was released stays open
 */
export function streamsStates({ states, ...machine }: { readonly states: object }, gates = 'state'): Script {
  const head = JSON.stringify(machine).replace(/\}$/, ', "states": {');
  const acts = Object.entries(states).flatMap(([name, state], index): Act[] => [
    { gate: `${gates}-${index + 1}` },
    `${index === 0 ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(state)}`,
  ]);
  return says(head, ...acts, { gate: `${gates}-end` }, '}}');
}

/** Refuses with a status, as OpenAI-compatible servers word it. */
export function refuses(status: number, headers: Readonly<Record<string, string>> = {}): Script {
  const body = JSON.stringify({ error: { message: `Scripted refusal ${status}`, type: 'scripted' } });
  return { status, headers, body };
}

/** Refuses with a status and a body of another server's making. */
export function refusesWith(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Script {
  return { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

/** What a hotel's sign-in page answers to everything: 200, and HTML. */
export function captivePortal(): Script {
  return {
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><title>Sign in</title><p>Welcome to the hotel.</p>',
  };
}
