/** Text without the places where words may be parted, which nobody sees. */
export function withoutSoftHyphens(text: string): string {
  return text.replaceAll('\u00ad', '');
}
