import type { Question } from '../answers';
import { cars } from './cars';
import { donations } from './donations';
import { flights } from './flights';
import { harvest } from './harvest';
import { parcels } from './parcels';
import { vetvisits } from './vetvisits';

/** Questions in the tone of ordinary people, written before a look at what the grammar could not do. */
export const questions: readonly Question[] = [
  ...harvest,
  ...parcels,
  ...flights,
  ...donations,
  ...cars,
  ...vetvisits,
];
