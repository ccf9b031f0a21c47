import type { Pin } from '#kernel';
import { shortValue } from '#projection';

/** What a pin gives, in a few words. */
export function pinWords(pin: Pin): string {
  const end =
    'error' in pin ? `Fails with ${pin.error.code}: ${pin.error.message}` : `Gives ${shortValue(pin.output)}`;
  return pin.when === undefined ? end : `${end}, when ${pin.when}`;
}
