import type { Letters } from '#hosting';
import type { SessionEvent } from '#runtime';

/** An event for a run that another tab may drive. */
interface Letter {
  readonly to: string;
  readonly event: SessionEvent;
}

const CHANNEL = 'planloom:session-events';

/** Letters between the tabs of this browser; where it has no channel between them, none. */
export function lettersOfTabs(): Letters {
  let open: BroadcastChannel | null = null;
  // One for both ways, since a channel does not hear itself.
  const channel = (): BroadcastChannel | null => {
    if (typeof BroadcastChannel !== 'undefined') open ??= new BroadcastChannel(CHANNEL);
    return open;
  };
  return {
    send: (to, event) => channel()?.postMessage({ to, event } satisfies Letter),
    hear: (listener) => {
      const hearing = channel();
      if (hearing === null) return () => {};
      hearing.onmessage = ({ data: { to, event } }: MessageEvent<Letter>) => listener(to, event);
      return () => {
        hearing.close();
        open = null;
      };
    },
  };
}
