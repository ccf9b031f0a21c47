/**
 * Puts a text on the clipboard.
 *
 * @returns whether it is there: browsers may refuse it, and give pages whose address they do not trust no clipboard at all
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
