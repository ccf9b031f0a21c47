import type { Question } from '../answers';
import { appointments } from './appointments';
import { clubInRace, clubMembers, race } from './club';
import { grades } from './grades';
import { hours } from './hours';
import { household } from './household';
import { listings } from './listings';
import { stock } from './stock';

/** A second hundred, written by somebody who has seen neither the grammar nor the first hundred. */
export const questions: readonly Question[] = [
  ...household,
  ...clubMembers,
  ...race,
  ...clubInRace,
  ...appointments,
  ...stock,
  ...hours,
  ...grades,
  ...listings,
];
