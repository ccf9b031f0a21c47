import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

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
