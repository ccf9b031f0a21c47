import type { Behaviour } from './behaviour';

/** NOTE: it is for people; no run comes to it. */
export const note: Behaviour<'NOTE'> = { start: () => {} };
