import type { VaultEntry } from '#storage';
import type { Tone } from '../parts/Pill';

/** How a connection stands, in two words. One that did not answer last is not told as one that works. */
export function standingOf({ locked, trouble, keeping }: VaultEntry): {
  readonly tone: Tone;
  readonly text: string;
} {
  if (locked) return { tone: 'wait', text: 'locked' };
  if (trouble?.code === 'KEY_UNREADABLE') return { tone: 'bad', text: 'key unreadable' };
  if (trouble?.code === 'MODEL_CORS') return { tone: 'bad', text: 'refuses this page' };
  if (trouble !== null) return { tone: 'bad', text: 'last call failed' };
  return { tone: 'ok', text: keeping === 'tab' ? 'this tab only' : 'remembered' };
}
