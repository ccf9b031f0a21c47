import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { durationText } from '#base';
import type { AttemptLine } from '#storage';
import { cx } from '../parts/cx';
import { EmptyNote } from '../parts/EmptyNote';
import { FilterBar } from '../parts/FilterBar';
import { SearchInput, Select } from '../parts/Input';
import { Pill } from '../parts/Pill';
import { VirtualList } from '../parts/VirtualList';
import { goTo } from '../state/address';
import { showAttemptsOf } from '../state/layout';
import { type Session, useSession } from '../state/session';
import { useRowHeight } from '../state/useMedia';
import styles from './AllAttempts.module.css';
import {
  type AttemptFilter,
  choicesOf,
  EVERY_ATTEMPT,
  findAttempts,
  indexAttempts,
  makerOf,
  templateOf,
} from './attemptSearch';
import { VERDICTS } from './attemptWords';
import { openRun } from './openRun';
import { allAttempts } from './runLists';
import { momentText } from './time';

const NONE: readonly AttemptLine[] = [];

/** The attempts of all runs of this browser, searched (P6); each leads to its run at that moment. */
export function AllAttempts() {
  const session = useSession();
  const { data: lines = NONE } = useQuery(allAttempts);
  const attempts = useMemo(() => indexAttempts(lines), [lines]);
  const [filter, setFilter] = useState<AttemptFilter>(EVERY_ATTEMPT);
  const found = useMemo(() => findAttempts(attempts, filter), [attempts, filter]);
  const rowHeight = useRowHeight(44);
  const choose = (change: Partial<AttemptFilter>) => setFilter({ ...filter, ...change });
  const choice = (name: keyof AttemptFilter, label: string, choices: readonly string[]) => (
    <Select
      aria-label={label}
      value={filter[name]}
      onChange={({ target }) => choose({ [name]: target.value })}
    >
      <option value="">every {label.toLowerCase()}</option>
      {choices.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </Select>
  );
  return (
    <>
      <FilterBar>
        <SearchInput
          label="Search attempts"
          value={filter.text}
          onChange={({ target }) => choose({ text: target.value })}
        />
        {choice('model', 'Model', choicesOf(attempts, makerOf))}
        {choice('template', 'Template', choicesOf(attempts, templateOf))}
        {choice('verdict', 'Verdict', Object.keys(VERDICTS))}
        <span role="status" className={styles.count}>
          {found.length} of {lines.length}
        </span>
      </FilterBar>
      {found.length === 0 ? (
        <EmptyNote>
          {lines.length === 0 ? 'No planner has been asked in this browser yet.' : 'No attempt matches.'}
        </EmptyNote>
      ) : (
        <VirtualList
          label="Attempts of all runs"
          count={found.length}
          rowHeight={rowHeight}
          keyOf={(index) => `${found[index]?.runId} ${found[index]?.seq}`}
          row={(index) => {
            const line = found[index];
            return line && <Line line={line} onOpen={() => void openAttempt(session, line)} />;
          }}
        />
      )}
    </>
  );
}

function Line({ line, onOpen }: { readonly line: AttemptLine; readonly onOpen: () => void }) {
  const [code] = line.codes;
  return (
    <button type="button" className={styles.line} onClick={onOpen}>
      <span className={styles.verdict}>
        <Pill tone={VERDICTS[line.verdict]}>{line.verdict}</Pill>
      </span>
      <span className={styles.words}>
        <b>{line.planName}</b>
        <span className={styles.fact}>
          {code === undefined ? excerptOf(line.text) : `${code}: ${excerptOf(line.text)}`}
        </span>
      </span>
      <span className={cx(styles.words, styles.made)}>
        <span>{makerOf(line)}</span>
        <span className={styles.fact}>{templateOf(line)}</span>
      </span>
      <span className={cx(styles.words, styles.when)}>
        <span>{momentText(line.at)}</span>
        <span className={styles.fact}>{figuresOf(line)}</span>
      </span>
    </button>
  );
}

/** Opens the run of an attempt at the moment at which it was answered, in its own workspace. */
async function openAttempt(session: Session, { runId, seq, workspace }: AttemptLine): Promise<void> {
  showAttemptsOf('run');
  const at = seq + 1;
  if (workspace === session.id) await openRun(session, runId, at);
  else goTo({ workspace, run: runId, at });
}

function excerptOf(text: string): string {
  return text.slice(0, 160).replaceAll(/\s+/g, ' ');
}

function figuresOf({ latencyMs, tokens }: AttemptLine): string {
  return tokens === 0 ? durationText(latencyMs) : `${durationText(latencyMs)} · ${tokens} tokens`;
}
