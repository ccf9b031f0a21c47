import { type Diagnostic, problem } from '#base';

export const SHORTEST_PASSPHRASE = 12;

/** Why a passphrase does not do; null when it does. */
export function passphraseProblem(passphrase: string): Diagnostic | null {
  if (passphrase.length >= SHORTEST_PASSPHRASE) return null;
  return problem(
    'PASSPHRASE_SHORT',
    `A passphrase has at least ${SHORTEST_PASSPHRASE} characters.`,
    'Take a few words that you will remember: nobody can reset it.',
  );
}

export function wrongPassphrase(): Diagnostic {
  return problem(
    'PASSPHRASE_WRONG',
    'This passphrase opens none of the locked connections.',
    'Type it again, or forget the connection and make it anew with its key.',
  );
}

export function unreadable(): Diagnostic {
  return problem(
    'KEY_UNREADABLE',
    'The key that was kept for this connection cannot be read any more, so nothing is sent to its server.',
    'Type the key again under Settings → Connections.',
  );
}

export function gone(): Diagnostic {
  return problem(
    'CONNECTION_GONE',
    'This connection was forgotten meanwhile.',
    'Make a new one with its address and its key.',
  );
}

export function notStored(thrown: unknown): Diagnostic {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return problem(
    'CONNECTION_NOT_STORED',
    `Your connections could not be saved: ${reason}`,
    'What you changed holds until this page closes. Look at the storage in the settings, then change it again.',
  );
}
