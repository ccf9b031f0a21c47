import type { Json } from '#base';
import { HARBOUR, OBSERVATORY } from './configurations';

export const EXAMPLES: readonly Json[] = [HARBOUR, OBSERVATORY];
