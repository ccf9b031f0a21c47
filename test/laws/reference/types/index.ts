import type { Behaviour } from '../state';
import { GROUP, ITERATOR } from './branches';
import { PLAN_EXECUTOR, PLANNER, SUB_PLAN } from './plans';
import { LOOP, RETRY } from './rounds';
import {
  CANCEL,
  CAPABILITY,
  DELAY,
  END,
  FILL_TEMPLATE,
  FORK,
  IF,
  JOIN,
  START,
  SWITCH,
  TRANSFORM,
} from './simple';
import { TRY_CATCH } from './tryCatch';
import { EVENT_WAIT, HUMAN_INPUT } from './waits';

/** Every node type of L1 that the laws run. */
export const TYPES: Readonly<Record<string, Behaviour>> = {
  START,
  END,
  CAPABILITY,
  TRANSFORM,
  FILL_TEMPLATE,
  IF,
  SWITCH,
  FORK,
  JOIN,
  CANCEL,
  DELAY,
  GROUP,
  ITERATOR,
  LOOP,
  RETRY,
  TRY_CATCH,
  SUB_PLAN,
  EVENT_WAIT,
  HUMAN_INPUT,
  PLANNER,
  PLAN_EXECUTOR,
};
