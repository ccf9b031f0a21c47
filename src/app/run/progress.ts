import { type Address, withoutAttempt } from '#base';

/** Most characters of one node's progress that are kept: its end is what is read. */
const KEPT = 2_000;

interface Progress {
  readonly hear: (address: Address, text: string) => void;
}

/** Gathers tokens and lines of progress, and tells them at most once a frame. */
export function progressOf(tell: (progress: ReadonlyMap<Address, string>) => void): Progress {
  let now: ReadonlyMap<Address, string> = new Map();
  let frame = 0;
  return {
    hear: (address, text) => {
      const node = withoutAttempt(address);
      now = new Map(now).set(node, `${now.get(node) ?? ''}${text}`.slice(-KEPT));
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        tell(now);
      });
    },
  };
}
