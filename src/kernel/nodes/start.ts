import { pure, through } from './behaviour';

/** START: where its scope begins (R3). */
export const startStart = pure<'START'>(() => through('out'));
