/** Where the fields of what plans share are (`FieldMark`): no plan has an id with a "#". */
export function itemPath(session: string): string {
  return `${session}#`;
}
