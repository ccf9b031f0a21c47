import { LIMITS } from '#base';

/** Why a value is not taken that `notJsonAt` has refused: what it is or does, as the rest of a sentence (T4, V4). */
export function whyNotJson(offence: string): string {
  const levels = offence.split('/').length - 1;
  return levels < LIMITS.jsonDepth
    ? `is not JSON at ${offence}`
    : `lies deeper than ${LIMITS.jsonDepth} levels of JSON`;
}
