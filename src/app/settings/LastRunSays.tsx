import { count } from '#base';
import type { Policy } from '#plan';
import { type CallOfRun, rulingsOn } from '#projection';

type Then = NonNullable<Policy['then']>;
const WOULD: Readonly<Record<Then, string>> = {
  allow: 'have allowed',
  ask: 'have asked before',
  deny: 'have denied',
};

interface Props {
  readonly before: readonly Policy[];
  readonly after: readonly Policy[];
  /** Of the sentence, in those after. */
  readonly place: number;
  readonly calls: readonly CallOfRun[];
}

/** What a sentence would have said to the calls of the last run, if it stood at its place among the others (P13). */
export function LastRunSays({ before, after, place, calls }: Props) {
  const now = rulingsOn(before, calls);
  const decided = rulingsOn(after, calls).filter((ruling) => ruling.policy === place);
  const changed = decided.filter(
    ({ call, verdict }) => now.find((ruling) => ruling.call === call)?.verdict !== verdict,
  );
  const names = [...new Set(decided.map(({ call }) => call.capability))].join(', ');
  if (decided.length === 0) return <>In the last run it would have fitted no call.</>;
  return (
    <>
      In the last run it would {WOULD[after[place]?.then ?? 'allow']} {decided.length} of{' '}
      {count(calls.length, 'call')} ({names});{' '}
      {changed.length === 0 ? 'that is as it is now.' : `for ${changed.length} that is new.`}
    </>
  );
}
