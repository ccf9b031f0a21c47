import type { Question } from '../answers';
import { choir } from './choir';
import { helpdesk } from './helpdesk';
import { feedback, rent, salon, triathlon, worklog } from './others';
import { pantry } from './pantry';
import { statement } from './statement';
import { webshop } from './webshop';

/** Questions about everyday tables, written before a look at what the grammar could not do. */
export const questions: readonly Question[] = [
  ...statement,
  ...webshop,
  ...choir,
  ...helpdesk,
  ...pantry,
  ...worklog,
  ...feedback,
  ...triathlon,
  ...rent,
  ...salon,
];
