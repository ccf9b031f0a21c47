import { type Behaviour, pure, through } from './behaviour';

/** FORK: goes all its ways at once. */
export const fork: Behaviour<'FORK'> = {
  start: pure<'FORK'>(() => through('out')),
};
