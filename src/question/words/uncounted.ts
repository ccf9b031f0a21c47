/** Words that are no things to count: as the name of a table they say what its rows are about. */
const UNCOUNTED =
  /^(?:hours?|minutes?|days?|weeks?|time|stock|inventory|budgets?|revenue|turnover|income|profit|spending|energy|consumption|mileage|distance|weight|money|cash|sales|staff|traffic|usage|rent|pay|payroll)$/i;

/** Whether a word is the name of the table and no name of its rows. */
export function isUncounted(text: string): boolean {
  return UNCOUNTED.test(text);
}
