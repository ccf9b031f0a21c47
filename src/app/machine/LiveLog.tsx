import { useMemo } from 'react';
import { type Address, nodeOf } from '#base';
import type { MachineStand } from '#editor';
import type { Commit, Entry } from '#kernel';
import { allStates, type StateMachinePlan } from '#plan';
import { scopeOf } from '#projection';
import { useEditor, useRuns } from '../state/session';
import styles from './EventsTab.module.css';

interface Line {
  /** The position at which it is seen. */
  readonly at: number;
  readonly label: string;
  readonly came: string;
}

interface Props {
  readonly machine: StateMachinePlan;
  readonly stands: MachineStand;
}

/** Every event that moved the machine, each line a place to return to (UX). */
export function LiveLog({ machine, stands }: Props) {
  const editor = useEditor();
  const { place, run } = stands;
  const { commits } = run;
  const position = useRuns((runs) => runs.position);
  const length = commits.length;
  const lines = useMemo(
    () => (length === 0 ? [] : linesOf(commits, machine, place)),
    [commits, length, machine, place],
  );
  const shown = position ?? length;
  const current = lines.findLast(({ at }) => at <= shown)?.at;
  if (lines.length === 0) return null;
  return (
    <section aria-label="Log">
      <h3 className={styles.heading}>Log, each line a place to return to</h3>
      <ol className={styles.log}>
        {lines.map(({ at, label, came }, index) => (
          <li key={at}>
            <button
              type="button"
              className={styles.line}
              aria-current={at === current ? 'step' : undefined}
              data-later={at > shown || undefined}
              onClick={() => editor.cursor.seek(at)}
            >
              <span className={styles.number}>{index + 1}</span>
              <span className={styles.type}>{label}</span>
              <span className={styles.where}>{came}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function linesOf(commits: readonly Commit[], machine: StateMachinePlan, place: Address): readonly Line[] {
  const names = new Map([...allStates(machine.states)].map(({ id, name }) => [id, name ?? id]));
  const isOurs = ({ address }: Entry) =>
    address === place || (scopeOf(address) === place && names.has(nodeOf(address)));
  return commits.flatMap(({ seq, entries }): readonly Line[] => {
    const entered: string[] = [];
    const taken: (string | null)[] = [];
    for (const entry of entries) {
      if (!isOurs(entry)) continue;
      if (entry.kind === 'state.entered') entered.push(names.get(entry.data.state) ?? entry.data.state);
      if (entry.kind === 'transition.taken') taken.push(entry.data.event);
    }
    if (entered.length === 0 && taken.length === 0) return [];
    const label =
      taken.find((event) => event !== null) ??
      (isStart(entries) || taken.length === 0 ? 'start' : 'by itself');
    return [{ at: seq + 1, label, came: entered.join(', ') || 'stays' }];
  });
}

function isStart(entries: readonly Entry[]): boolean {
  return entries.some(({ kind }) => kind === 'run.started');
}
