import { pure, through } from './behaviour';

/** FORK: goes all its ways at once. */
export const startFork = pure<'FORK'>(() => through('out'));
