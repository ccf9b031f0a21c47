import { useLayoutEffect } from 'react';
import { type CommandContext, handleKey } from '#editor';
import { give } from '../commands/give';
import { keyDown } from '../parts/browser';
import { isDialogOpen } from '../state/dialogs';
import { keyBindings } from '../state/keyBindings';
import { useSession } from '../state/session';

/**
 * The keys of the workspace (E3). They are heard before the page's own, so that one press means one thing; letter
 * keys act only while the canvas or a node of it has the focus, and none while a dialog is open or on its way.
 */
export function useKeys(): void {
  const session = useSession();
  // From the moment that the workspace is drawn: the first key is no less meant than the second.
  useLayoutEffect(() => {
    const act = (event: KeyboardEvent): void => {
      const handled = handleKey(session.editor, event, focusOf(event), keyBindings.getState().bindings);
      if (handled === null) return;
      event.preventDefault();
      event.stopPropagation();
      if (!handled.done) give(session, handled.command);
    };
    // Held down, the space bar drags the canvas: it says what to do only when it is let go with nothing dragged meanwhile.
    let space: EventTarget | null = null;
    const onKey = keyDown((event: KeyboardEvent) => {
      if (event.defaultPrevented || isUnderDialog()) return;
      if (event.key === ' ' && focusOf(event) === 'canvas') {
        if (!event.repeat) space = event.target;
        event.preventDefault();
      } else act(event);
    });
    const onKeyUp = (event: KeyboardEvent): void => {
      if (event.key !== ' ') return;
      if (space !== null && space === event.target) act(event);
      space = null;
    };
    const onPointer = (): void => {
      space = null;
    };
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('keyup', onKeyUp, true);
    window.addEventListener('pointerdown', onPointer, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('keyup', onKeyUp, true);
      window.removeEventListener('pointerdown', onPointer, true);
    };
  }, [session]);
}

/** What is typed while a dialog is loaded is meant for it: letters would otherwise act on the canvas. */
function isUnderDialog(): boolean {
  return isDialogOpen() || document.querySelector('dialog[open]') !== null;
}

/** Where the focus is: on the canvas means on it or on a node, not on a button inside. */
function focusOf(event: KeyboardEvent): CommandContext['focus'] {
  // Of what is typed in a code field the target would be its element, for all that are outside of it.
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return 'elsewhere';
  if (
    target.isContentEditable ||
    target.matches('input:not([type=range], [type=checkbox]), textarea, select')
  )
    return 'text';
  if (target === document.body) return 'canvas';
  const region = target.closest('[aria-label="Canvas"]');
  if (region === null) return 'elsewhere';
  if (target.matches('[role=log]')) return 'turns';
  return target.matches('button, a, [role=button], [role=slider]') && target.dataset.key === undefined
    ? 'elsewhere'
    : 'canvas';
}
