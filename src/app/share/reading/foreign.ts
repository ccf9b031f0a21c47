import { damageIn, type FormatId, formatOf, recognise, refuseOtherTool } from '#formats';
import type { Foreign, Received } from './receive';

/**
 * Reads a text that is none of our own files. The reader of its format is loaded when the first such text comes.
 *
 * @param chosen what a person says that it is; else it is recognised
 * @returns null where nobody knows what it is
 */
export async function receiveForeign(
  text: string,
  chosen: FormatId | null,
): Promise<Foreign | Received | null> {
  const other = refuseOtherTool(text);
  if (other !== null) return { kind: 'refused', diagnostics: [other] };
  const format = chosen ?? recognise(text);
  if (format === null) {
    // What is wrong with JSON is said by the reader of our own files.
    const damage = damageIn(text);
    return damage?.code === 'FORMAT_FOREIGN' ? { kind: 'refused', diagnostics: [damage] } : null;
  }
  const { workspace, ...found } = await formatOf(format).read(text);
  if (workspace === null) return { kind: 'refused', diagnostics: found.diagnostics, format };
  const { absentIn, builtInCapabilities } = await import('#capabilities');
  const absent = absentIn(workspace.plans, workspace, builtInCapabilities()).map(({ id }) => id);
  return { kind: 'foreign', format, workspace, ...found, absent };
}
