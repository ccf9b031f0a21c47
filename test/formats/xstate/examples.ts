import type { Json } from '#base';
import { MACHINES } from './machines';

export const EXAMPLES: readonly Json[] = Object.values(MACHINES);
