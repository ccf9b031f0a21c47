import { maskSecrets } from '#share';
import { LoadFault } from '../parts/lazily';
import { say } from '../parts/Toasts';
import { openSessionStore, type Session } from '../state/session';

/** What is said of something that was thrown. */
interface FaultWords {
  readonly sentence: string;
  readonly code: string;
  /** What was thrown, to be copied: shortened, and without secrets. */
  readonly details: string;
}

const LONGEST = 600;

export function wordsOf(thrown: unknown): FaultWords {
  const details = detailsOf(thrown);
  if (isLoadFault(thrown)) return { sentence: sentenceOfLoad(thrown), code: 'PART_NOT_LOADED', details };
  return {
    sentence: 'This part failed; everything else keeps working. Nothing in the workspace is lost.',
    code: 'UNEXPECTED',
    details,
  };
}

function sentenceOfLoad(thrown: unknown): string {
  if (!navigator.onLine)
    return 'It could not be loaded: there is no connection. What is open keeps working without one.';
  if (thrown instanceof LoadFault && thrown.isLate)
    return 'It has not arrived yet: the connection is slow, or the server does not answer. Try again to wait longer.';
  return 'It could not be loaded: the server cannot be reached, or has a newer version by now. Reload to get that.';
}

/** Also one that nobody wrapped: what browsers, and Vite, say of a part that does not come. */
function isLoadFault(thrown: unknown): boolean {
  const message = thrown instanceof Error ? thrown.message : '';
  return (
    thrown instanceof LoadFault ||
    /dynamically imported module|importing a module script|unable to preload css/i.test(message)
  );
}

function detailsOf(thrown: unknown): string {
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  const secrets = openSessionStore.getState().session?.storage.vault.secrets() ?? [];
  const clean = maskSecrets(text.slice(0, 10 * LONGEST), secrets);
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean;
}

/** Reloads the page, after what is not saved yet is. Where that fails the browser asks before it goes. */
export function reload(): void {
  const { session } = openSessionStore.getState();
  if (session === null) location.reload();
  else void saved(session).then(() => location.reload());
}

/** Ends once the workspace is saved, or cannot be. */
function saved({ state, save }: Session): Promise<void> {
  if (state.getState().saving === 'saved') return Promise.resolve();
  return new Promise((resolve) => {
    const stop = state.subscribe(({ saving }) => {
      if (saving === 'waiting') return;
      stop();
      resolve();
    });
    save();
  });
}

/** How long the same fault is not said again, in milliseconds: one in every frame would be a wall of messages. */
const QUIET_MS = 30_000;

/** Says what nobody caught: outside of what is drawn no boundary hears it, and silence would look like nothing happened. */
export function watchUnexpected(): void {
  const told = new Map<string, number>();
  const tell = (thrown: unknown): void => {
    if (isNoFault(thrown)) return;
    const { code, details } = wordsOf(thrown);
    const now = performance.now();
    if (now - (told.get(details) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
    told.set(details, now);
    say({
      tone: 'bad',
      text: code === 'UNEXPECTED' ? 'Something failed that should not have.' : 'A part could not be loaded.',
      help: details,
      code,
      action: { label: 'Reload', run: reload },
    });
  };
  window.addEventListener('error', ({ error, message }) => tell(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => tell(reason));
}

/** What browsers report that is none: work that was called off, and observers that go on in the next frame. */
function isNoFault(thrown: unknown): boolean {
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return true;
  return typeof thrown === 'string' && thrown.startsWith('ResizeObserver loop');
}
