import { BookOpen, Download, History, Pencil, Trash2, Upload } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { durationText } from '#base';
import { namesOf } from '#projection';
import type { RunSummary } from '#storage';
import { Button, IconButton } from '../parts/Button';
import { keyDown } from '../parts/browser';
import { cx } from '../parts/cx';
import { Input, SearchInput, Select } from '../parts/Input';
import { EmptyNote, NotRead, Panel } from '../parts/Panel';
import { openDialog } from '../state/dialogs';
import { sayThrown } from '../state/sayTrouble';
import { useEditor, useRuns, useSession } from '../state/session';
import { LookIcon, StatusIcon } from '../ui/StatusPill';
import { forkName, openFork, useForkBeside } from './fork';
import { exportRun, importRun, openRun, removeRun, replayRun } from './openRun';
import {
  branchWords,
  type NamedSession,
  nameOfRun,
  tiesOf,
  treeMove,
  treeOf,
  useSessions,
} from './placement';
import styles from './RunsPanel.module.css';
import {
  type ListedRuns,
  lookOfRun,
  momentText,
  type RunsLookedFor,
  useRunsOf,
  withOrigins,
} from './runLists';
import { useShownRun } from './runStore';

const STATUSES: readonly RunSummary['status'][] = [
  'pending',
  'running',
  'waiting',
  'paused',
  'completed',
  'failed',
  'cancelled',
  'uncertain',
];

/** The runs of this workspace (D8): found by words or status, opened, taken away, brought in, deleted for good. */
export function RunsPanel() {
  const session = useSession();
  const editor = useEditor();
  const shown = useRuns((runs) => runs.shown);
  const sessions = useSessions();
  const [text, setText] = useState('');
  const [status, setStatus] = useState<RunsLookedFor['status']>('');
  const [sessionId, setSessionId] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const words = text.trim().toLowerCase();
  const listed = useRunsOf(session.id, { status, sessionId, words }, textOf);
  const isWhole = status === '' && sessionId === '' && words === '';
  return (
    <Panel name="Runs" isBusy={listed.status === 'pending'}>
      <div className={styles.filters}>
        <SearchInput label="Find a run" value={text} onChange={(event) => setText(event.target.value)} />
        <div className={styles.line}>
          <Select
            aria-label="Status"
            value={status}
            onChange={({ target }) => setStatus(STATUSES.find((one) => one === target.value) ?? '')}
          >
            <option value="">every status</option>
            {STATUSES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
          <SessionChoice sessions={sessions} value={sessionId} onChange={setSessionId} />
          {sessions.length > 0 && (
            <IconButton
              icon={BookOpen}
              label="What sessions hold"
              onClick={() => openDialog({ kind: 'sessions', session: sessionId || (sessions[0]?.id ?? '') })}
            />
          )}
          <IconButton icon={Upload} label="Import a run" onClick={() => file.current?.click()} />
          <input
            ref={file}
            type="file"
            hidden
            accept=".ndjson,.zip,application/x-ndjson,application/zip"
            onChange={(event) => {
              const chosen = event.target.files?.[0];
              event.target.value = '';
              if (chosen) void importRun(session, chosen);
            }}
          />
        </div>
        {shown !== null && (
          <Button size="small" variant="outline" onClick={() => editor.showRun(null)}>
            Back to the plan
          </Button>
        )}
      </div>
      {listed.status === 'error' && <NotRead />}
      {listed.status === 'success' && listed.runs.length === 0 && (
        <EmptyNote>{isWhole ? 'Nothing has run here yet.' : 'No run matches.'}</EmptyNote>
      )}
      {listed.runs.length > 0 && <RunsTree listed={listed} isWhole={isWhole} />}
    </Panel>
  );
}

/** M4: runs of one session; there is nothing to choose where none belongs to any. */
function SessionChoice(props: {
  readonly sessions: readonly NamedSession[];
  readonly value: string;
  readonly onChange: (sessionId: string) => void;
}) {
  if (props.sessions.length === 0) return null;
  return (
    <Select aria-label="Session" value={props.value} onChange={(event) => props.onChange(event.target.value)}>
      <option value="">every session</option>
      {props.sessions.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

function textOf(run: RunSummary): string {
  return `${nameOfRun(run)} ${branchWords(run) ?? ''} ${run.planName} ${run.plan} ${run.status} ${lookOfRun(run).word} ${run.runId} ${momentText(run.startedAt)}`.toLowerCase();
}

interface Props {
  readonly listed: ListedRuns;
  /** Nothing is looked for: every branch lies under its own. */
  readonly isWhole: boolean;
}

/** Runs with what goes on from them below (D12): one stop of the Tab key, arrows from there on. */
function RunsTree({ listed, isWhole }: Props) {
  const session = useSession();
  const shown = useRuns((state) => state.shown);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<string | null>(null);
  const ids = useId();
  const tree = useRef<HTMLDivElement>(null);
  const draft = useDraftRun();
  const found = useMemo(() => (isWhole ? withOrigins(listed) : listed.runs), [listed, isWhole]);
  const runs = useMemo(() => [...listed.runs, ...listed.tied], [listed]);
  const rows = treeOf<Listed>(draft === null ? found : [draft, ...found], closed);
  const active = rows.find(({ run }) => run.runId === (chosen ?? shown)) ?? rows[0];
  const onKeyDown = (index: number) =>
    keyDown((event: KeyboardEvent<HTMLDivElement>) => {
      if (event.target instanceof HTMLInputElement) return;
      const row = rows[index];
      if (event.key === 'Enter' && event.target === event.currentTarget && row !== undefined) {
        if (isDraft(row.run)) openFork(session, row.run.at);
        else void openRun(session, row.run.runId, null);
      }
      const move = treeMove(event.key, rows, index, closed);
      if (move === null) return;
      event.preventDefault();
      if (move.kind !== 'focus') setClosed(withOrWithout(closed, move.runId, move.kind === 'close'));
      else {
        const item = tree.current?.children[move.index];
        if (item instanceof HTMLElement) item.focus();
      }
    });
  return (
    <div className={styles.list}>
      <div ref={tree} role="tree" aria-label="Branches">
        {rows.map((row, index) => {
          const { runId } = row.run;
          const isActive = row === active;
          return (
            <div
              key={runId}
              role="treeitem"
              aria-labelledby={`${ids}-${index} ${ids}-${index}-ties`}
              aria-level={row.level}
              aria-posinset={row.place}
              aria-setsize={row.of}
              aria-expanded={row.branches === 0 ? undefined : !closed.has(runId)}
              aria-selected={runId === shown}
              tabIndex={isActive ? 0 : -1}
              className={cx(styles.item, runId === shown && styles.selected)}
              style={{ '--level': row.level - 1 }}
              onFocus={() => setChosen(runId)}
              onKeyDown={onKeyDown(index)}
            >
              {isDraft(row.run) ? (
                <DraftRow id={`${ids}-${index}`} draft={row.run} />
              ) : (
                <RunRow
                  id={`${ids}-${index}`}
                  run={row.run}
                  branches={row.branches}
                  isUnderOrigin={row.parent !== null}
                  runs={runs}
                  isActive={isActive}
                />
              )}
            </div>
          );
        })}
      </div>
      {listed.more !== null && (
        <Button size="small" variant="outline" onClick={listed.more}>
          Show older runs
        </Button>
      )}
    </div>
  );
}

/** The fork that is being made (D3), under the run that it comes from. */
interface DraftRun {
  readonly isDraft: true;
  readonly runId: string;
  readonly branchOf: string;
  readonly name: string;
  readonly at: number;
}

type Listed = RunSummary | DraftRun;

function isDraft(run: Listed): run is DraftRun {
  return 'isDraft' in run;
}

function useDraftRun(): DraftRun | null {
  const draft = useForkBeside();
  const live = useShownRun((run) => run?.live ?? null);
  if (draft === null || live === null) return null;
  const { runId, at } = draft;
  return {
    isDraft: true,
    runId: `${runId} draft`,
    branchOf: runId,
    name: forkName(draft, namesOf(live)),
    at,
  };
}

function DraftRow({ id, draft }: { readonly id: string; readonly draft: DraftRun }) {
  return (
    <span id={id} className={styles.open}>
      <StatusIcon status="planned" className={styles.icon} />
      <span className={styles.text}>
        <span className={styles.name}>{draft.name}</span>
        <span className={styles.facts}>draft · forks at {draft.at}</span>
      </span>
    </span>
  );
}

function withOrWithout(all: ReadonlySet<string>, one: string, is: boolean): ReadonlySet<string> {
  const next = new Set(all);
  if (is) next.add(one);
  else next.delete(one);
  return next;
}

interface RowProps {
  /** Of what it says; with `-ties` of what it hangs together with. */
  readonly id: string;
  readonly run: RunSummary;
  /** How many lie right under it. */
  readonly branches: number;
  readonly isUnderOrigin: boolean;
  readonly runs: readonly RunSummary[];
  /** It is the one that the Tab key stops at: what can be done with it is reached from there. */
  readonly isActive: boolean;
}

function RunRow({ id, run, branches, isUnderOrigin, runs, isActive }: RowProps) {
  const session = useSession();
  const [isNamed, setNamed] = useState(false);
  const tabIndex = isActive ? 0 : -1;
  if (isNamed) return <NameField run={run} onDone={() => setNamed(false)} />;
  return (
    <>
      <button
        type="button"
        id={id}
        tabIndex={-1}
        className={styles.open}
        onClick={() => void openRun(session, run.runId, null)}
      >
        <LookIcon look={lookOfRun(run)} className={styles.icon} />
        <span className={styles.text}>
          <span className={styles.name}>{nameOfRun(run)}</span>
          <span className={styles.facts}>{factsOf(run)}</span>
        </span>
      </button>
      <span className={styles.actions}>
        <IconButton
          icon={Pencil}
          label="Rename this run"
          tabIndex={tabIndex}
          onClick={() => setNamed(true)}
        />
        <IconButton
          icon={History}
          label="Replay this run"
          tabIndex={tabIndex}
          onClick={() => void replayRun(session, run)}
        />
        <IconButton
          icon={Download}
          label="Export this run"
          tabIndex={tabIndex}
          onClick={() => void exportRun(session, run)}
        />
        <IconButton
          icon={Trash2}
          label="Delete this run for good"
          tabIndex={tabIndex}
          onClick={() => void removeRun(session, run, branches)}
        />
      </span>
      <RunTies id={`${id}-ties`} run={run} runs={runs} isUnderOrigin={isUnderOrigin} tabIndex={tabIndex} />
    </>
  );
}

function NameField({ run, onDone }: { readonly run: RunSummary; readonly onDone: () => void }) {
  const { storage } = useSession();
  const [name, setName] = useState(nameOfRun(run));
  const keep = () => {
    onDone();
    const given = name.trim();
    if (given === '' || given === nameOfRun(run)) return;
    storage.runs.rename(run.runId, given).catch((thrown) => sayThrown(thrown, 'The name was not kept.'));
  };
  return (
    <Input
      aria-label="Name of the run"
      // Asked for by the button that it takes the place of.
      autoFocus
      value={name}
      maxLength={MOST_OF_NAME}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setName(target.value)}
      onBlur={keep}
      onKeyDown={keyDown((event) => {
        if (event.key === 'Enter') keep();
        else if (event.key === 'Escape') onDone();
      })}
    />
  );
}

const MOST_OF_NAME = 200;

/** M4: the runs that it waits or waited for, the one that started it, and the one that it goes on from where that is not above. */
function RunTies(props: {
  readonly id: string;
  readonly run: RunSummary;
  readonly runs: readonly RunSummary[];
  readonly isUnderOrigin: boolean;
  readonly tabIndex: number;
}) {
  const { id, run, runs, isUnderOrigin, tabIndex } = props;
  const session = useSession();
  const ties = tiesOf(run, runs).filter(({ word }) => word !== 'goes on from' || !isUnderOrigin);
  if (ties.length === 0) return null;
  return (
    <span id={id} className={styles.ties}>
      {ties.map(({ word, runId, name }) =>
        name === null ? (
          <span key={`${word} ${runId}`}>{word} a run that is not here</span>
        ) : (
          <button
            key={`${word} ${runId}`}
            type="button"
            tabIndex={tabIndex}
            onClick={() => void openRun(session, runId, null)}
          >
            {word} “{name}”
          </button>
        ),
      )}
    </span>
  );
}

function factsOf(run: RunSummary): string {
  const length = run.endedAt === null ? null : durationText(run.endedAt - run.startedAt);
  const origin = run.imported ? 'not executed here' : null;
  const session = run.sessionId == null ? null : `session ${run.sessionId}`;
  return [branchWords(run), lookOfRun(run).word, momentText(run.startedAt), length, session, origin]
    .filter(Boolean)
    .join(' · ');
}
