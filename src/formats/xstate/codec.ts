import type { Codec, Likeness } from '../common/codec';
import { type FileHead, hasAny } from '../common/foreignText';

export const xstate: Codec<'xstate'> = {
  id: 'xstate',
  title: 'XState machine',
  holds: ['state-machine'],
  recognise,
  read: async (input) => (await import('./importXState')).importXState(input),
  write: async (plan, workspace) => (await import('./exportXState')).exportXState(plan, workspace),
};

function recognise({ value, text }: FileHead): Likeness {
  if (value === null) return isModule(text) ? 'likely' : 'none';
  return hasAny(value, 'states', 'initial', 'invoke', 'on', 'after') ? 'likely' : 'none';
}

/** Broken JSON and markup may say anything in their texts: they are no modules. */
function isModule(text: string): boolean {
  return (
    !/^\s*[[{<]/.test(text) &&
    (/\b(createMachine|setup)\s*(\(|as\b)/.test(text) ||
      /\bfrom\s*["']xstate["']|\brequire\(["']xstate["']\)/.test(text))
  );
}
