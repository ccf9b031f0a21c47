import type { Question } from '../answers';
import { bank } from './bank';
import { clinic } from './clinic';
import { meters } from './energy';
import { grades } from './grades';
import { gym } from './gym';
import { worktime } from './hours';
import { inventory } from './inventory';
import { league } from './league';
import { loans } from './loans';
import { orders } from './orders';

/** Questions about messy ordinary tables, written without a look at the grammar. */
export const questions: readonly Question[] = [
  ...orders,
  ...grades,
  ...bank,
  ...gym,
  ...inventory,
  ...clinic,
  ...league,
  ...meters,
  ...worktime,
  ...loans,
];
