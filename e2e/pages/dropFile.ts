import type { Locator } from '@playwright/test';

/** Drops files on an element, as a person who drags them out of a folder. */
export async function dropFile(
  target: Locator,
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<void> {
  const data = await target.page().evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, text } of given) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await target.dispatchEvent('dragover', { dataTransfer: data });
  await target.dispatchEvent('drop', { dataTransfer: data });
}
