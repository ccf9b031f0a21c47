import type { Json } from '#base';
import type { Exported } from './contract';

/** An exported document as the text of its file. */
export function textOfExport({ value, lines }: Exported): string {
  if (lines !== true || !Array.isArray(value)) return `${JSON.stringify(value, null, 2)}\n`;
  return (value as readonly Json[]).map((line) => `${JSON.stringify(line)}\n`).join('');
}
