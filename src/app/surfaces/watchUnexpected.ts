import { say } from '../parts/Toasts';
import { reload, wordsOf } from './faults';

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
