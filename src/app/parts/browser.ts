import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

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

/** Offers a text or a blob as a file to keep. Nothing is sent anywhere. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the blob after the click has returned.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** How long to wait instead where the browser has no `requestIdleCallback` (Safari), in milliseconds. */
const A_WHILE = 300;

/** A page that is never idle does it all the same, after so many milliseconds. */
const AT_MOST = 2_000;

/** Resolves when the page has nothing else to do: what nobody waits for goes after what somebody sees. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: AT_MOST });
    else setTimeout(resolve, A_WHILE);
  });
}

/**
 * What a key does, but not while a text is being composed: then Enter, Escape and the arrows choose among the readings that the
 * input method of Chinese, Japanese or Korean offers, and are not meant for the page.
 *
 * @example <input onKeyDown={keyDown((event) => event.key === 'Enter' && save())} />
 */
export function keyDown<Pressed extends KeyboardEvent | ReactKeyboardEvent>(
  handle: (event: Pressed) => void,
): (event: Pressed) => void {
  return (event) => {
    if (!isComposing('nativeEvent' in event ? event.nativeEvent : event)) handle(event);
  };
}

/** Safari sends the Enter that ends a composition after its end, and marks it with this code only. */
const KEY_OF_INPUT_METHOD = 229;

function isComposing({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === KEY_OF_INPUT_METHOD;
}
