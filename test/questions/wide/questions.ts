import type { Question } from '../answers';
import { books } from './books';
import { budget } from './budget';
import { family } from './family';
import { fuel } from './fuel';
import { invoices } from './invoices';
import { matches } from './matches';
import { payroll } from './payroll';
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
  ...wine,
  ...shifts,
  ...survey,
  ...tickets,
];
