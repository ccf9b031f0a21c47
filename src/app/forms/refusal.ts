import type { Diagnostic } from '#base';

/** Why a value was not taken; null when it was. */
export type Refusal = Diagnostic | null;
