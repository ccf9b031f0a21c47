import type { Address } from '#base';
import { inNamesAt, namesOf } from '#projection';
import { useScene } from '../state/session';

interface Props {
  readonly error: { readonly code: string; readonly message: string };
  /** Where it failed; null where that is nowhere in particular. */
  readonly address: Address | null;
}

/** Why something failed, in the names that people gave (T8); its code stands last, for those who look it up. */
export function FailureText({ error: { code, message }, address }: Props) {
  const view = useScene((scene) => scene.view);
  const text = view === null || address === null ? message : inNamesAt(message, address, namesOf(view));
  return (
    <>
      {text} <code>{code}</code>
    </>
  );
}
