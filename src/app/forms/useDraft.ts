import { createContext, useContext, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useFieldPath } from './FieldAt';
import { forgetRefused, keepRefused, type Refusal, refusedText } from './form';

/** How long typing rests before it becomes an edit, in milliseconds: one undo takes back a thought, not a letter. */
const REST_MS = 500;

/** A dialog that keeps a draft of its own and ends with a button: each letter counts at once, and no field may be passed over. */
interface DialogForm {
  /** Says whether a field holds a text that it does not take. */
  readonly refuse: (field: string, isRefused: boolean) => void;
}

export const DialogFormContext = createContext<DialogForm | null>(null);

/** What the fields of a dialog are given, and whether one of them holds what cannot be kept. */
export function useDialogForm(): readonly [DialogForm, boolean] {
  const [refused, setRefused] = useState<readonly string[]>([]);
  const form = useMemo<DialogForm>(
    () => ({
      refuse: (field, isRefused) =>
        setRefused((before) => [...before.filter((one) => one !== field), ...(isRefused ? [field] : [])]),
    }),
    [],
  );
  return [form, refused.length > 0];
}

export interface Draft {
  readonly text: string;
  /** Why the text is not the value: it stays in the field until it is one. */
  readonly refusal: Refusal;
  readonly set: (text: string) => void;
  /** For the field: what an input method composes is half a text, and never rests. */
  readonly composition: { readonly onCompositionStart: () => void; readonly onCompositionEnd: () => void };
  /** Makes the edit now: on Enter. */
  readonly flush: () => void;
  /** The focus leaves: makes the edit, and the field follows the value again. */
  readonly leave: () => void;
}

/**
 * A text that is being typed over a value that lives elsewhere. It becomes an edit when typing rests or the focus
 * leaves. The value wins whenever it changes from outside (undo, another selection); the change that the text itself
 * made comes back a frame later, perhaps written otherwise, and does not move what is being typed. A text that is
 * refused stays, also when its field goes away and comes back.
 *
 * @param value the value as text
 * @param commit makes the edit; says why not
 * @param late only when the focus leaves or on Enter: for names, of which half a one means something else
 */
export function useDraft(value: string, commit: (text: string) => Refusal, late = false): Draft {
  const path = useFieldPath();
  const dialog = useContext(DialogFormContext);
  const atOnce = dialog !== null && !late;
  const id = useId();
  const [before] = useState(() => refusedText(path, value));
  const [text, setText] = useState(before?.text ?? value);
  const [refusal, setRefusal] = useState<Refusal>(before?.refusal ?? null);
  const state = useRef({
    text,
    value,
    commit,
    /** What was made an edit last, or what the value says. */
    sent: value,
    typing: false,
    composing: false,
    /** The value has not yet come back as it is after the edit. */
    awaiting: false,
    timer: 0,
  });
  const now = state.current;
  now.commit = commit;

  const follow = () => {
    now.text = now.value;
    now.sent = now.value;
    setText(now.value);
    setRefusal(null);
  };
  if (now.value !== value) {
    const isOwn = now.typing && now.awaiting;
    now.value = value;
    now.awaiting = false;
    if (!isOwn) follow();
  }

  const flush = () => {
    clearTimeout(now.timer);
    const wrong = now.text === now.sent ? null : now.commit(now.text);
    setRefusal(wrong);
    if (wrong !== null) {
      keepRefused(path, { value: now.value, text: now.text, refusal: wrong });
      return;
    }
    forgetRefused(path);
    if (now.text !== now.sent) now.awaiting = true;
    now.sent = now.text;
  };

  const rest = () => {
    clearTimeout(now.timer);
    if (late || now.composing) return;
    if (atOnce) flush();
    else now.timer = window.setTimeout(flush, REST_MS);
  };

  // What was typed is not lost when the form goes away under the fingers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form goes away.
  useEffect(
    () => () => {
      if (now.typing) flush();
    },
    [],
  );

  const isRefused = refusal !== null;
  useEffect(() => {
    if (!isRefused) return;
    dialog?.refuse(id, true);
    return () => dialog?.refuse(id, false);
  }, [dialog, id, isRefused]);

  return {
    text,
    refusal,
    flush,
    leave: () => {
      flush();
      now.typing = false;
      if (now.text === now.sent && !now.awaiting && now.text !== now.value) follow();
    },
    set: (next) => {
      now.text = next;
      now.typing = true;
      setText(next);
      rest();
    },
    composition: {
      onCompositionStart: () => {
        now.composing = true;
        clearTimeout(now.timer);
      },
      onCompositionEnd: () => {
        now.composing = false;
        if (now.typing) rest();
      },
    },
  };
}
