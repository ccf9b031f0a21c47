import { type Diagnostic, problem } from '#base';

/** Why nothing more is kept, and whether what this browser holds can be taken away as a file. */
export interface StorageTrouble extends Diagnostic {
  readonly code:
    | 'STORAGE_REFUSED'
    | 'STORAGE_WAITING'
    | 'STORAGE_READY'
    | 'STORAGE_NEWER'
    | 'STORAGE_UPGRADE_FAILED'
    | 'STORAGE_CLOSED';
}

/** How a storage stands: it can lose its database, or get it later, while the page is open (case H4). */
export class Standing {
  #trouble: StorageTrouble | null;
  readonly #listeners = new Set<() => void>();

  constructor(trouble: StorageTrouble | null = null) {
    this.#trouble = trouble;
  }

  get trouble(): StorageTrouble | null {
    return this.#trouble;
  }

  set(trouble: StorageTrouble): void {
    this.#trouble = trouble;
    for (const listener of [...this.#listeners]) listener();
  }

  readonly onTrouble = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

const MEANWHILE = 'What you make here meanwhile ends with the page: download what you want to keep.';

export function refused(reason: string): StorageTrouble {
  const help =
    'Everything works until the page closes: download what you want to keep, or allow this site to store data and open it again.';
  return trouble('STORAGE_REFUSED', reason, help);
}

export const WAITING = trouble(
  'STORAGE_WAITING',
  'Another tab holds an older version of the storage open, or an upgrade is still under way.',
  `Close the other tabs of Planloom; this page notices it. ${MEANWHILE}`,
);

export const READY = trouble(
  'STORAGE_READY',
  'The other tabs have let go of the storage, and it is up to date now.',
  'Download what you made in this page meanwhile, then reload it.',
);

export const NEWER = trouble(
  'STORAGE_NEWER',
  'What this browser keeps was written by a newer version of Planloom, and is left as it is.',
  `Reload this page to get that version. ${MEANWHILE}`,
);

export const CLOSED = trouble(
  'STORAGE_CLOSED',
  'Another tab has opened a newer version of Planloom, and this page has let go of the storage for it.',
  'Download what is not saved, then reload this page to get that version.',
);

export function upgradeFailed(reason: string): StorageTrouble {
  return trouble(
    'STORAGE_UPGRADE_FAILED',
    `What this browser keeps could not be brought to this version of Planloom, and is left as it was. ${reason}`,
    `Download a backup, then reload this page to try again. ${MEANWHILE}`,
  );
}

function trouble(code: StorageTrouble['code'], message: string, help: string): StorageTrouble {
  return { ...problem(code, message, help), code };
}
