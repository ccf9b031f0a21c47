import { type Address, utf8Length, withoutAttempt } from '#base';
import { type Progress, redactor } from '#runtime';
import type { LiveText, LiveTexts } from '../state/shownRun';

/** Most characters of a text that are shown: its end is what is read. */
const SHOWN = 4_000;
/** So many more are kept, so that a secret is whole when it is looked for. */
const BEFORE = 4_000;

interface Gatherer {
  readonly hear: (address: Address, progress: Progress) => void;
}

/**
 * Gathers tokens and lines of progress by address without attempt, and tells them at most once a frame.
 *
 * @param secrets what must not be shown (T2), asked for whenever something is told
 */
export function progressOf(tell: (progress: LiveTexts) => void, secrets: () => readonly string[]): Gatherer {
  const heard = new Map<Address, LiveText>();
  let frame = 0;
  return {
    hear: (address, progress) => {
      const node = withoutAttempt(address);
      heard.set(node, withProgress(heard.get(node), address, progress));
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        const redact = redactor(secrets());
        tell(new Map([...heard].map(([key, live]) => [key, shown(live, redact)])));
      });
    },
  };
}

/** @param before what was told at the address until now, by this call or by an earlier one */
function withProgress(before: LiveText | undefined, call: Address, progress: Progress): LiveText {
  const empty = { call, text: '', reasoning: '', bytes: 0, at: 0 };
  const live = { ...(before?.call === call ? before : empty), at: Date.now() };
  switch (progress.kind) {
    case 'text':
      return { ...live, ...added(live, progress.text), text: longer(live.text, progress.text) };
    case 'reasoning':
      return { ...live, ...added(live, progress.text), reasoning: longer(live.reasoning, progress.text) };
    case 'text-was-reasoning':
      return { ...live, reasoning: longer(live.reasoning, live.text), text: '' };
  }
}

function added({ bytes }: LiveText, text: string): { readonly bytes: number } {
  return { bytes: bytes + utf8Length(text) };
}

function longer(text: string, more: string): string {
  return `${text}${more}`.slice(-SHOWN - BEFORE);
}

function shown(live: LiveText, redact: (text: string) => string): LiveText {
  return { ...live, text: redact(live.text).slice(-SHOWN), reasoning: redact(live.reasoning).slice(-SHOWN) };
}
