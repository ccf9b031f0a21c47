import { type Diagnostic, problem } from '#base';

/** Why a connection does not work, as far as a page can tell: a code, one sentence, what to do (T8). */
export function beyondPolicy(origin: string): Diagnostic {
  return problem(
    'MODEL_ADDRESS_BLOCKED',
    `The policy of this page does not name ${origin}: it may reach https addresses, localhost and 127.0.0.1.`,
    `Serve the page with "planloom serve --connect ${origin}", or give the server an https address.`,
  );
}

export function mixedContent(url: string): Diagnostic {
  return problem(
    'MODEL_MIXED_CONTENT',
    `This page came over https, and browsers do not let such a page call ${new URL(url).origin} over http.`,
    `Give the server an https address, or open Planloom from this machine with "planloom serve --connect ${new URL(url).origin}".`,
  );
}

export function networkRefused(): Diagnostic {
  return problem(
    'MODEL_NETWORK_REFUSED',
    'The browser does not let this page into the local network: that was refused for this site.',
    'Allow “Local network access” in the settings of this site, left of the address, then test again.',
  );
}

export function notReadable(url: string): Diagnostic {
  return problem(
    'MODEL_CORS',
    `Something answers at ${new URL(url).host}, but does not let this page read its answers (CORS).`,
    'Allow the address of this page in the settings of the server, with the headers authorization and content-type.',
  );
}

export function nothingAnswers(url: string): Diagnostic {
  return problem(
    'MODEL_UNREACHABLE',
    `Nothing answers at ${new URL(url).host}.`,
    'Start the server, and look at its address and port. Where the browser asks whether this page may use the local network, allow it. "planloom doctor" tells more.',
  );
}

export function notAList(): Diagnostic {
  return problem(
    'MODEL_LIST_UNREADABLE',
    'What answers is not an OpenAI-compatible server: it sent no list of models.',
    'Look at the address: it often ends in /v1.',
  );
}

export function statusProblem(status: number, hasKey: boolean): Diagnostic {
  if (status === 401 || status === 403) {
    const message = hasKey
      ? `The server refused the key (${status}).`
      : `The server wants a key (${status}).`;
    return problem(
      'MODEL_UNAUTHORIZED',
      message,
      'Look whether the key is right, valid, and allowed to do this.',
    );
  }
  if (status === 404) {
    const message = 'The server answers, but has no list of models at this address (404).';
    return problem('MODEL_LIST_MISSING', message, 'Look at the address: it often ends in /v1.');
  }
  if (status === 429)
    return problem(
      'MODEL_RATE_LIMITED',
      'The server has had too many requests (429).',
      'Wait a while, then test again.',
    );
  const message =
    status >= 500 ? `The server failed (${status}).` : `The server refused the request (${status}).`;
  return problem('MODEL_SERVER_ERROR', message, 'Look at what the server says itself, then test again.');
}
