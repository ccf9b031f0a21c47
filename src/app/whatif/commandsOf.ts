import type { Command, Commit } from '#kernel';

/** The commands that left with a commit. */
export function commandsOf({ entries }: Commit): readonly Command[] {
  return entries.flatMap((entry) => (entry.kind === 'command' ? [entry.data.command] : []));
}
