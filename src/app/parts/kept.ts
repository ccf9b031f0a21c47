import {
  createContext,
  type Dispatch,
  type SetStateAction,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';

/** What was typed inside a boundary, by name. */
export interface Kept {
  readonly values: Map<string, unknown>;
  /** A boundary around shows a fault: what was typed inside stays for when it is drawn again. */
  readonly isHeld: () => boolean;
}

export const KeptContext = createContext<Kept | null>(null);

/**
 * State that a person has typed. Unlike React's own it outlives a throw of what is drawn around it; like that it goes
 * when its field goes away otherwise.
 *
 * @param name no two fields of the page have the same at once
 */
export function useKept<Value>(
  name: string,
  initial: () => Value,
): readonly [Value, Dispatch<SetStateAction<Value>>] {
  const kept = useContext(KeptContext);
  const [value, setValue] = useState<Value>(() =>
    kept?.values.has(name) ? (kept.values.get(name) as Value) : initial(),
  );
  const latest = useRef(value);
  const isGone = useRef(false);
  const set = (action: SetStateAction<Value>): void => {
    latest.current = action instanceof Function ? action(latest.current) : action;
    if (!isGone.current) kept?.values.set(name, latest.current);
    setValue(latest.current);
  };
  useEffect(() => {
    isGone.current = false;
    return () => {
      // Fields inside may make their last edit after this.
      if (kept?.isHeld()) return;
      isGone.current = true;
      kept?.values.delete(name);
    };
  }, [kept, name]);
  return [value, set];
}

/** The browser asks before the page goes, by a reload or a closed tab, while something that was typed would go with it. */
export function useAsksBeforeLeaving(isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isTyped]);
}
