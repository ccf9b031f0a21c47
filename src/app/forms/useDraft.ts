import { useEffect, useRef, useState } from 'react';

/** How long typing rests before it becomes an edit, in milliseconds: one undo takes back a thought, not a letter. */
const REST_MS = 500;

export interface Draft {
  readonly text: string;
  readonly set: (text: string) => void;
  /** Makes the edit now: on Enter, and when the focus leaves. */
  readonly flush: () => void;
}

/**
 * A text that is being typed over a value that lives elsewhere. The value wins whenever it changes from outside
 * (undo, another selection); what is typed becomes an edit when typing rests or the focus leaves.
 */
export function useDraft(value: string, commit: (text: string) => void): Draft {
  const [text, setText] = useState(value);
  const state = useRef({ text: value, value, commit, timer: 0 });
  state.current.commit = commit;

  if (state.current.value !== value) {
    const echo = state.current.text === value;
    state.current.value = value;
    if (!echo) {
      state.current.text = value;
      setText(value);
    }
  }

  const flush = () => {
    const now = state.current;
    clearTimeout(now.timer);
    if (now.text === now.value) return;
    now.value = now.text;
    now.commit(now.text);
  };

  // What was typed is not lost when the form goes away under the fingers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form goes away.
  useEffect(() => flush, []);

  return {
    text,
    flush,
    set: (next) => {
      state.current.text = next;
      setText(next);
      clearTimeout(state.current.timer);
      state.current.timer = window.setTimeout(flush, REST_MS);
    },
  };
}
