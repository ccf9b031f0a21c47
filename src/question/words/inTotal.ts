const IN_TOTAL = /^(?:in total|altogether|overall|combined|in sum|together|in all|all together)$/i;

/** Whether a phrase says that all of it is added up. */
export function isInTotal(text: string): boolean {
  return IN_TOTAL.test(text);
}
