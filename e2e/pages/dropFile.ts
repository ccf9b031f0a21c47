import type { Locator } from '@playwright/test';

/**
 * Drops files on an element, as a person who drags them out of a folder.
 *
 * @param over what is looked at while they hang over it
 */
export async function dropFile(
  target: Locator,
  files: readonly { readonly name: string; readonly text: string }[],
  over: () => Promise<void> = async () => {},
): Promise<void> {
  const data = await target.page().evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, text } of given) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await target.dispatchEvent('dragover', { dataTransfer: data });
  await over();
  await target.dispatchEvent('drop', { dataTransfer: data });
}
