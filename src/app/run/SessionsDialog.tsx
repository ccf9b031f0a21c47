import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { itemSchema } from '#plan';
import { type SessionContent, turnsOf } from '#runtime';
import { SchemaForm } from '../forms/SchemaForm';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Select } from '../parts/Input';
import { EmptyNote } from '../parts/Panel';
import { Tabs } from '../parts/Tabs';
import { say } from '../parts/Toasts';
import type { DialogProps } from '../state/dialogs';
import { sayThrown } from '../state/sayTrouble';
import { storedQuery } from '../state/services';
import { useDocument, useSession } from '../state/session';
import { Field } from '../ui/Field';
import { useSessions } from './placement';
import styles from './SessionsDialog.module.css';

const SESSION = itemSchema('sessions');

type Part = 'transcript' | 'notes' | 'variables' | 'memory';

/** What the sessions of this workspace hold besides their runs (P16), to look at and to delete. */
export default function SessionsDialog({ dialog, onClose }: DialogProps<'sessions'>) {
  const { id, storage, editor } = useSession();
  const sessions = useSessions();
  const [chosen, setChosen] = useState(dialog.session);
  const entry = useDocument(({ workspace }) => workspace.sessions.find((one) => one.id === chosen));
  const name = entry?.name ?? '';
  const rename = (text: string) => {
    const item = { ...entry, id: chosen, name: text.trim() };
    const done = editor.edit({ edit: 'put-item', list: 'sessions', item }, { label: 'Name a session' });
    return done.ok ? null : done.problem;
  };
  const [part, setPart] = useState<Part>('transcript');
  const {
    data: content,
    error,
    isPending,
  } = useQuery(storedQuery('sessions', [id, chosen], ({ sessions: kept }) => kept.of(id).read(chosen)));
  const remove = async () => {
    if (!window.confirm(`Delete what the session “${chosen}” holds? Its runs stay. This cannot be undone.`))
      return;
    try {
      await storage.sessions.remove(id, chosen);
      say({ tone: 'ok', text: `What the session “${chosen}” held is deleted.` });
    } catch (thrown) {
      sayThrown(thrown, 'The session could not be deleted.');
    }
  };
  return (
    <Dialog
      title="Sessions"
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button variant="danger" onClick={() => void remove()}>
            Delete what it holds
          </Button>
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={styles.body} aria-busy={isPending}>
        <Field
          label="Session"
          hint="Kept in this browser, beside the runs. Files and links of the workspace hold none of it."
        >
          {(ids) => (
            <Select {...ids} value={chosen} onChange={({ target }) => setChosen(target.value)}>
              {sessions.map(({ id: one, name }) => (
                <option key={one} value={one}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <SchemaForm
          key={chosen}
          schema={SESSION}
          value={name === '' ? {} : { name }}
          mode="literal"
          onChange={(_, value) => rename(typeof value === 'string' ? value : '')}
        />
        {error && (
          <EmptyNote>It cannot be read: {error.message} Runs start without it until it is deleted.</EmptyNote>
        )}
        {!error && content && (
          <Tabs label="What it holds" tabs={tabsOf(content)} selected={part} onSelect={setPart}>
            <PartOfSession part={part} content={content} />
          </Tabs>
        )}
      </div>
    </Dialog>
  );
}

function tabsOf(content: SessionContent) {
  const counts: Readonly<Record<Part, number>> = {
    transcript: turnsOf(content.episodes).length,
    notes: content.notes.length,
    variables: Object.keys(content.variables).length,
    memory: content.memories.length,
  };
  return TABS.map((tab) => ({ ...tab, extra: <span className={styles.count}>{counts[tab.id]}</span> }));
}

const TABS: readonly { readonly id: Part; readonly label: string }[] = [
  { id: 'transcript', label: 'Transcript' },
  { id: 'notes', label: 'Notes' },
  { id: 'variables', label: 'Variables' },
  { id: 'memory', label: 'Memory' },
];

function PartOfSession({ part, content }: { readonly part: Part; readonly content: SessionContent }) {
  switch (part) {
    case 'transcript':
      return <Transcript episodes={content.episodes} />;
    case 'notes':
      return (
        <Listed
          none="No run of it has written a note."
          entries={content.notes.map(({ name, text }) => [name, name, text])}
        />
      );
    case 'variables':
      return (
        <Listed
          none="No run of it has left a variable."
          entries={Object.entries(content.variables).map(([name, value]) => [
            name,
            name,
            JSON.stringify(value),
          ])}
        />
      );
    case 'memory':
      return (
        <Listed
          none="No run of it has remembered anything."
          entries={content.memories.map(({ id, text }) => [id, null, text])}
        />
      );
  }
}

function Transcript({ episodes }: Pick<SessionContent, 'episodes'>) {
  if (episodes.length === 0) return <EmptyNote>No run of it has ended yet.</EmptyNote>;
  return (
    <ol className={styles.list}>
      {episodes.map(({ runId, status, asked, answered }) => (
        <li key={runId}>
          {asked !== '' && (
            <p>
              <b>You</b> {asked}
            </p>
          )}
          <p>
            <b>
              {status === 'completed'
                ? 'Answer'
                : `The run ${status === 'failed' ? 'failed' : 'was cancelled'}`}
            </b>{' '}
            {answered}
          </p>
        </li>
      ))}
    </ol>
  );
}

function Listed(props: {
  readonly none: string;
  readonly entries: readonly (readonly [key: string, name: string | null, text: string])[];
}) {
  if (props.entries.length === 0) return <EmptyNote>{props.none}</EmptyNote>;
  return (
    <ul className={styles.list}>
      {props.entries.map(([key, name, text]) => (
        <li key={key}>
          <p>
            {name !== null && <b>{name}</b>} {text}
          </p>
        </li>
      ))}
    </ul>
  );
}
