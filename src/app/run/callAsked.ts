import type { AskingCall } from '#kernel';
import type { Waiting } from '#projection';

/** The call that waits for leave (K15); null for whatever else waits. */
export function callAsked({ command }: Waiting): AskingCall | null {
  return command?.kind === 'wait' ? (command.call ?? null) : null;
}
