import { LIMITS } from '#base';
import type { RunError } from '#kernel';
import type { ModelSpec } from '#plan';
import type { ModelConnection } from './connection';
import type { RequestedWait } from './retryAfter';

/** Everything that can be wrong with asking a model: a code, one sentence, what to do (T8, case F8). */
export function unknownModel(id: string, specs: readonly ModelSpec[]): RunError {
  return {
    code: 'MODEL_UNKNOWN',
    message: `There is no model "${id}" in this workspace.`,
    help: `Choose one of: ${specs.map((spec) => spec.id).join(', ') || 'none is there yet'}.`,
  };
}

export function unconnected(spec: ModelSpec): RunError {
  return {
    code: 'CONNECTION_MISSING',
    message: `The model "${spec.id}" needs the connection "${spec.connection}", and nothing is chosen for it yet.`,
    help: 'Choose an address and, where it needs one, a key for this connection in the settings.',
  };
}

/** A newer version, or another program, knows the kind. */
export function unknownKind({ kind, url }: ModelConnection): RunError {
  return {
    code: 'CONNECTION_KIND_UNKNOWN',
    message: `The connection to ${originOf(url)} is of the kind "${kind}", which this version cannot call.`,
    help: 'Choose a connection of another kind, or use a version that knows this one.',
    retryable: false,
  };
}

export function wrongOrigin(url: string): RunError {
  return {
    code: 'MODEL_ADDRESS_REFUSED',
    message: `A request with a key was about to go to ${originOf(url)}, which the key does not belong to.`,
    help: 'Check the address of the connection. The key was not sent.',
    retryable: false,
  };
}

export function notAStream(type: string, said: string): RunError {
  const html = type.includes('text/html');
  return {
    code: 'MODEL_REPLY_NOT_JSON',
    retryable: false,
    message: html
      ? 'Instead of a model, a web page answered.'
      : `The server answered with "${type || 'no content type'}" instead of a stream of events${said}.`,
    help: html
      ? 'Check whether this network wants you to sign in first, and whether the address ends as the server wants it, often in /v1.'
      : 'Check whether the address belongs to an OpenAI-compatible server, often ending in /v1.',
  };
}

export function oneLongLine(bytes: number): RunError {
  return {
    code: 'MODEL_REPLY_TOO_LARGE',
    message: `The server sent a line of more than ${bytes} bytes and was cut off.`,
    help: 'Ask for less at once, or choose another server.',
  };
}

/** @param hasKey whether one was sent */
export function unauthorized(status: number, said: string, hasKey: boolean): RunError {
  return {
    code: 'MODEL_UNAUTHORIZED',
    message: `The server ${hasKey ? 'refused the key' : 'wants a key'} (${status})${said}.`,
    help: 'Check whether the key is right, still valid, and allowed to use this model.',
    retryable: false,
  };
}

export function outOfCredit(status: number, said: string): RunError {
  return {
    code: 'MODEL_QUOTA_EXCEEDED',
    message: `The account of this key has nothing left to spend (${status})${said}.`,
    help: 'Check the plan and the billing of the account, or choose another model. Waiting does not help.',
    retryable: false,
  };
}

export function rateLimited(said: string, wait: RequestedWait | undefined): RunError {
  return {
    code: 'MODEL_RATE_LIMITED',
    message: `The server has had too many requests (429)${said}.${waitText(wait)}`,
    help: 'Wait a while, let the step retry, or look at the limits of your account.',
  };
}

export function serverError(status: number, said: string, wait?: RequestedWait): RunError {
  return {
    code: 'MODEL_SERVER_ERROR',
    message: `The server of the model failed (${status})${said}.${waitText(wait)}`,
    help: 'Try again in a moment, or choose another model.',
  };
}

function waitText(wait: RequestedWait | undefined): string {
  if (wait === undefined) return '';
  const { ms, requestedMs } = wait;
  const asked = ` It asks to wait ${Math.ceil(requestedMs / 1000)} seconds.`;
  return ms === requestedMs ? asked : `${asked} A run waits at most ${LIMITS.retryAfterMs / 1000}.`;
}

export function notFound(model: string, said: string): RunError {
  return {
    code: 'MODEL_REQUEST_REFUSED',
    message: `The server has no model "${model}", or nothing at this address (404)${said}.`,
    help: 'Check the name of the model as this server spells it, and whether the address ends as the server wants it, often in /v1.',
    retryable: false,
  };
}

export function refusedRequest(status: number, said: string): RunError {
  return {
    code: 'MODEL_REQUEST_REFUSED',
    message: `The server refused the request (${status})${said}.`,
    help: 'Check the name of the model, its settings and the address of the connection.',
    retryable: false,
  };
}

/**
 * A call cannot tell these apart; `checkConnection` asks more, and can.
 *
 * @param lettingIn how this server lets web pages in; null where it is not known
 */
export function unreachable(url: string, lettingIn: string | null): RunError {
  return {
    code: 'MODEL_UNREACHABLE',
    message: `Nothing could be reached at ${originOf(url)}: no network, no server, a redirect, or a server that does not let web pages in (CORS).`,
    help: lettingIn ?? LETTING_IN,
  };
}

export function nothingAnswers(url: string): RunError {
  return {
    code: 'MODEL_UNREACHABLE',
    message: `Nothing answers at ${originOf(url)}.`,
    help: 'Start the server, and look at its address and port. Where the browser asks whether this page may use the local network, allow it. "planloom doctor" tells more.',
  };
}

export function notReadable(url: string): RunError {
  return {
    code: 'MODEL_CORS',
    message: `Something answers at ${originOf(url)}, but does not let this page read its answers (CORS).`,
    help: 'Allow the address of this page in the settings of the server, with the headers authorization and content-type.',
  };
}

export function beyondPolicy(url: string): RunError {
  return {
    code: 'MODEL_ADDRESS_BLOCKED',
    message: `The policy of this page does not name ${originOf(url)}: it may only reach https addresses, localhost and 127.0.0.1.`,
    help: `Serve the page with "planloom serve --connect ${originOf(url)}", give the server an https address, or run the plan on the command line, which reaches any address.`,
    retryable: false,
  };
}

export function mixedContent(url: string): RunError {
  return {
    code: 'MODEL_MIXED_CONTENT',
    message: `This page came over https, and browsers do not let such a page call ${originOf(url)} over http.`,
    help: `Give the server an https address, or open Planloom from this device with "planloom serve --connect ${originOf(url)}".`,
  };
}

export function networkRefused(): RunError {
  return {
    code: 'MODEL_NETWORK_REFUSED',
    message: 'The browser does not let this page into the local network: that was refused for this site.',
    help: 'Allow “Local network access” in the settings of this site, left of the address, then test again.',
  };
}

/** Where the list of models lies, there is something else. */
export function notAList(kind: string): RunError {
  return {
    code: 'MODEL_LIST_UNREADABLE',
    message: `What answers is not a server of the kind ${kind}: it sent no list of models.`,
    help: ENDING,
  };
}

export function listTooLong(): RunError {
  return {
    code: 'MODEL_LIST_TOO_LONG',
    message: `The server sent a list of models of more than ${LIMITS.modelListBytes} bytes.`,
    help: ENDING,
  };
}

export function noList(): RunError {
  return {
    code: 'MODEL_LIST_MISSING',
    message: 'The server answers, but has no list of models at this address (404).',
    help: ENDING,
  };
}

export function offline(): RunError {
  return {
    code: 'MODEL_OFFLINE',
    message: 'This device is offline.',
    help: 'Go on when the network is back, or plan by rules, which need none.',
  };
}

export function streamCut(): RunError {
  return {
    code: 'MODEL_STREAM_CUT',
    message: 'The answer broke off before it was whole.',
    help: 'Try again. What came so far is kept with the attempt and is not taken for a plan.',
  };
}

export function unreadable(): RunError {
  return {
    code: 'MODEL_REPLY_NOT_JSON',
    message: 'The server sent something in its stream that is not JSON.',
    help: 'Check whether the address belongs to an OpenAI-compatible server, or choose another.',
  };
}

export function saidInStream(said: string): RunError {
  return {
    code: 'MODEL_SERVER_ERROR',
    message: `The server of the model reported an error while it answered${said}.`,
    help: 'Try again in a moment, or choose another model.',
  };
}

export function aborted(): RunError {
  return {
    code: 'MODEL_ABORTED',
    message: 'The call was withdrawn before the model had answered.',
    help: 'Run the step again if its answer is still wanted.',
  };
}

const ENDING = 'Check the address: it often ends in /v1.';

const LETTING_IN =
  'Check the address and the network. The server must allow web pages of this origin (CORS), with the headers authorization and content-type.';

function originOf(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    return 'an address that cannot be read';
  }
}
