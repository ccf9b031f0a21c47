import { useMedia } from '../state/useMedia';

/** How events are looked at and sent here: a finger cannot hover. */
export function useEventWords(): string {
  return useMedia('(hover: none)') ? 'Tap one to send it.' : 'Hover to preview, click to send.';
}
