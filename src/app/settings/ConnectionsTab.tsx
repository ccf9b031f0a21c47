import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { VaultEntry } from '#storage';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { Select } from '../parts/Input';
import { Pill, type Tone } from '../parts/Pill';
import { openDialog } from '../state/dialogs';
import { useConnections, useVault } from '../state/slots';
import { Field } from '../ui/Field';
import { ProblemNote } from '../ui/ProblemNote';
import { ConnectionDetail } from './ConnectionDetail';
import styles from './Connections.module.css';
import settings from './SettingsDialog.module.css';
import { UnlockForm } from './UnlockForm';

interface Props {
  /** Id of the one that is opened at its key; null: none was asked for. */
  readonly connection: string | null;
}

/** The person's connections (W7): the default, each with how it stands, and how their keys are forgotten (case H9). */
export function ConnectionsTab({ connection }: Props) {
  const { entries, vault } = useConnections();
  const byDefault = useVault(vault, () => vault?.byDefault ?? null);
  const trouble = useVault(vault, () => vault?.trouble ?? null);
  const [chosen, setChosen] = useState(connection);
  const opened = entries.find(({ id }) => id === chosen) ?? entries[0];
  const keys = entries.filter(({ hasKey }) => hasKey);
  const locked = entries.filter((entry) => entry.locked);
  return (
    <div className={cx(styles.connections, opened && styles.withDetail)}>
      <p className={settings.muted}>
        Yours, in every workspace. A key goes to its own server only and is never shared or exported.
      </p>
      {trouble && <ProblemNote problem={trouble} />}
      {entries.length > 0 && (
        <Field
          label="Default model for new questions"
          hint="It answers in workspaces made in this browser. What you open from a file or a link waits for your pick."
        >
          {(ids) => (
            <Select
              {...ids}
              value={byDefault?.id ?? ''}
              onChange={({ target }) => vault?.setDefault(target.value === '' ? null : target.value)}
            >
              {entries.map((entry) => (
                <option key={entry.id} value={entry.id}>
                  {entry.model ?? 'no model chosen'} · {entry.name}
                </option>
              ))}
              <option value="">None: plan with the built-in rules</option>
            </Select>
          )}
        </Field>
      )}
      {locked.length > 0 && <UnlockForm />}
      {entries.length === 0 && (
        <p className={settings.muted}>
          No connection yet. Without a model, plans are made by the built-in rules.
        </p>
      )}
      <ul className={styles.list} aria-label="Connections" hidden={entries.length === 0}>
        {entries.map((entry) => (
          <li key={entry.id} aria-label={`${entry.name}, ${standingOf(entry).text}`}>
            <Entry entry={entry} isOpen={entry === opened} onOpen={() => setChosen(entry.id)} />
            {entry === opened && vault && (
              <ConnectionDetail entry={entry} vault={vault} isKeyFirst={entry.id === connection} />
            )}
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <Button
          variant="outline"
          icon={Plus}
          onClick={() =>
            openDialog({
              kind: 'connection',
              next: () => openDialog({ kind: 'settings', section: 'connections' }),
            })
          }
        >
          New connection
        </Button>
        {keys.length > 0 && (
          <Button
            variant="danger"
            onClick={() => {
              const count = keys.length === 1 ? 'the one key' : `all ${keys.length} keys`;
              if (window.confirm(`Forget ${count}, with their connections? This cannot be undone.`))
                vault?.forgetKeys();
            }}
          >
            Forget all keys
          </Button>
        )}
      </div>
    </div>
  );
}

interface EntryProps {
  readonly entry: VaultEntry;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function Entry({ entry, isOpen, onOpen }: EntryProps) {
  const { tone, text } = standingOf(entry);
  const facts = [entry.origin, entry.model, entry.hasKey ? 'with a key' : null];
  return (
    <button type="button" className={styles.entry} aria-expanded={isOpen} onClick={onOpen}>
      <span>
        <b>{entry.name}</b>
        <small>{facts.filter((fact) => fact !== null).join(' · ')}</small>
      </span>
      <Pill tone={tone}>{text}</Pill>
    </button>
  );
}

/** How a connection stands, in two words. One that did not answer last is not told as one that works. */
function standingOf({ locked, trouble, keeping }: VaultEntry): {
  readonly tone: Tone;
  readonly text: string;
} {
  if (locked) return { tone: 'wait', text: 'locked' };
  if (trouble?.code === 'KEY_UNREADABLE') return { tone: 'bad', text: 'key unreadable' };
  if (trouble?.code === 'MODEL_CORS') return { tone: 'bad', text: 'refuses this page' };
  if (trouble !== null) return { tone: 'bad', text: 'last call failed' };
  return { tone: 'ok', text: keeping === 'tab' ? 'this tab only' : 'remembered' };
}
