import { say } from '../parts/Toasts';

/** T9: whether anything runs at this address; where nothing does, that is said. Locks and encryption need an address that is trusted. */
export function runsHere(): boolean {
  if (globalThis.isSecureContext !== false) return true;
  say({
    tone: 'bad',
    text: `The browser does not trust ${location.origin}, so that nothing runs here: it shows and replays.`,
    help: 'Open it over https, or on the device that serves it, as localhost. "planloom serve" takes --tls-cert and --tls-key.',
    code: 'ADDRESS_UNTRUSTED',
  });
  return false;
}
