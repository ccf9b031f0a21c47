import { type Diagnostic, LIMITS, problem } from '#base';

const ASK_AGAIN =
  'Ask for the link again, or for the file: programs that pass links on sometimes cut or change them.';

export function notOurs(): Diagnostic {
  return problem(
    'LINK_NOT_OURS',
    'The address holds no shared workspace.',
    'A shared link has "#p1=" in it.',
  );
}

export function newer(): Diagnostic {
  return problem(
    'LINK_NEWER',
    'This link was made with a newer version of Planloom.',
    'Open it with that version, or ask for the file.',
  );
}

export function encodedTwice(): Diagnostic {
  return problem('LINK_ENCODED_TWICE', 'This link was encoded a second time on its way.', ASK_AGAIN);
}

/** The cut is named in bytes; `expected` is null when not even the length has arrived. */
export function incomplete(found: number, expected: number | null): Diagnostic {
  const of = expected === null ? `${found} bytes, not even its length` : `${found} of ${expected} bytes`;
  return problem('LINK_INCOMPLETE', `This link is incomplete (${of}).`, ASK_AGAIN);
}

export function damaged(how: string): Diagnostic {
  return problem('LINK_DAMAGED', `This link is damaged: ${how}.`, ASK_AGAIN);
}

export function tooLong(characters: number): Diagnostic {
  return problem(
    'LINK_TOO_LONG',
    `This link has ${characters} characters; at most ${LIMITS.linkAcceptedBytes} are opened.`,
    'Ask for the file.',
  );
}

/** `bytes` is null where inflating was stopped before the end. */
export function tooLarge(bytes: number | null): Diagnostic {
  const size = bytes === null ? 'more bytes than it may' : `${bytes} bytes`;
  return problem(
    'LINK_TOO_LARGE',
    `This link unpacks to ${size}; at most ${LIMITS.linkDecodedBytes} bytes are opened.`,
    'Ask for the file, and for the reason why it is so large.',
  );
}

export function wrongCharset(): Diagnostic {
  return problem('LINK_CHARSET', 'This link holds bytes that are no UTF-8 text.', ASK_AGAIN);
}
