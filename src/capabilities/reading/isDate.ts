const ISO_DATE =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Whether a text is a date or a timestamp as rows hold them: ISO 8601. */
export function isDate(cell: string): boolean {
  return ISO_DATE.test(cell);
}
