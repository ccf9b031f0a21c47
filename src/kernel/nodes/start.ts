import { type Behaviour, pure, through } from './behaviour';

/** START: where its scope begins (R3). */
export const start: Behaviour<'START'> = {
  start: pure<'START'>(() => through('out')),
};
