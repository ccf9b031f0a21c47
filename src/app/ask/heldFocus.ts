/** Whether a question was asked from a field, and nothing has been pressed since. */
let isHeld = false;

/** The field in which a question is asked goes until there is an answer: the one that comes then has the focus again. */
export function holdFocus(page: Document): void {
  isHeld = true;
  const end = () => {
    isHeld = false;
    page.removeEventListener('pointerdown', end, true);
    page.removeEventListener('keydown', end, true);
  };
  page.addEventListener('pointerdown', end, true);
  page.addEventListener('keydown', end, true);
}

/** Gives a field that has just come the focus, where it was held for it and nothing else has it. */
export function takeFocusBack(field: HTMLTextAreaElement): void {
  if (!isHeld || field.ownerDocument.activeElement !== field.ownerDocument.body) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
}
