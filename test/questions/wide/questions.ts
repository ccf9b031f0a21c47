import type { Question } from '../answers';
import { bookings } from './bookings';
import { books } from './books';
import { budget } from './budget';
import { dues } from './dues';
import { expenses } from './expenses';
import { family } from './family';
import { fuel } from './fuel';
import { invoices } from './invoices';
import { marks } from './marks';
import { matches } from './matches';
import { parts } from './parts';
import { payroll } from './payroll';
import { players } from './players';
import { recipes } from './recipes';
import { shifts } from './shifts';
import { survey } from './survey';
import { tickets } from './tickets';
import { wine } from './wine';

/** Questions about tables of many kinds, written without a look at the grammar. */
export const questions: readonly Question[] = [
  ...family,
  ...recipes,
  ...books,
  ...fuel,
  ...payroll,
  ...matches,
  ...budget,
  ...invoices,
  ...bookings,
  ...expenses,
  ...players,
  ...dues,
  ...marks,
  ...parts,
  ...wine,
  ...shifts,
  ...survey,
  ...tickets,
];
