import { useQuery } from '@tanstack/react-query';
import { BookOpen, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import type { RunSummary } from '#storage';
import { Button } from '../parts/Button';
import { EmptyNote } from '../parts/EmptyNote';
import { IconButton } from '../parts/IconButton';
import { SearchInput, Select } from '../parts/Input';
import { Panel } from '../parts/Panel';
import { openDialog } from '../state/dialogs';
import { useEditor, useRuns, useSession } from '../state/session';
import { lookOfRun } from './lookOfRun';
import type { NamedSession } from './placement';
import styles from './RunsPanel.module.css';
import { RunsTree } from './RunsTree';
import { importRun } from './runFiles';
import { runsOf } from './runLists';
import { branchWords, nameOfRun } from './runTree';
import { momentText } from './time';
import { useSessions } from './useSessions';

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
  const { data = [] } = useQuery(runsOf(session.id));
  const sessions = useSessions();
  const [text, setText] = useState('');
  const [status, setStatus] = useState('');
  const [sessionId, setSessionId] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const wanted = text.trim().toLowerCase();
  const found = data.filter(
    (run) =>
      (status === '' || run.status === status) &&
      (sessionId === '' || run.sessionId === sessionId) &&
      (wanted === '' || textOf(run).includes(wanted)),
  );
  return (
    <Panel name="Runs">
      <div className={styles.filters}>
        <SearchInput label="Find a run" value={text} onChange={(event) => setText(event.target.value)} />
        <div className={styles.line}>
          <Select aria-label="Status" value={status} onChange={(event) => setStatus(event.target.value)}>
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
      {found.length === 0 ? (
        <EmptyNote>{data.length === 0 ? 'Nothing has run here yet.' : 'No run matches.'}</EmptyNote>
      ) : (
        <RunsTree found={found} runs={data} />
      )}
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
