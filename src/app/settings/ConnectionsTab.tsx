import { KeyRound, LockOpen, PlugZap, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Diagnostic, Result } from '#base';
import { type Checkup, kindOf } from '#models';
import type { Keeping, Vault, VaultEntry } from '#storage';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { Checkbox, Input, Select } from '../parts/Input';
import { useKept } from '../parts/kept';
import { Pill, type Tone } from '../parts/Pill';
import { openDialog } from '../state/dialogs';
import { sayThrown } from '../state/sayTrouble';
import { storageOfPage } from '../state/services';
import { useConnections, useVault } from '../state/slots';
import { Field } from '../ui/Field';
import { ProblemNote } from '../ui/ProblemList';
import { CheckupList, checkByPage } from './CheckupList';
import {
  type ConnectionDraft,
  ConnectionFields,
  FIRST_KIND,
  keepingOf,
  ModelField,
} from './ConnectionFields';
import styles from './Connections.module.css';
import settings from './SettingsDialog.module.css';

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

interface OneProps {
  readonly entry: VaultEntry;
  readonly vault: Vault;
}

interface DetailProps extends OneProps {
  /** Its key is why it was opened. */
  readonly isKeyFirst: boolean;
}

type Draft = Omit<ConnectionDraft, 'url'>;
const UNTOUCHED: Draft = { key: '', keeping: null, passphrase: '' };

/** One connection, in the form in which it was made: its key, where it is kept, its model, its test, and forgetting it. */
export function ConnectionDetail({ entry, vault, isKeyFirst }: DetailProps) {
  const [checkup, setCheckup] = useState<Checkup | 'asking' | null>(null);
  const test = async () => {
    const connection = vault.connection(entry.id);
    if (connection === null) return;
    const isStillSo = () => vault.connection(entry.id)?.key === connection.key;
    setCheckup('asking');
    try {
      const found = await checkByPage(connection);
      if (!isStillSo()) return setCheckup(null);
      setCheckup(found);
      vault.heard(entry.id, found.problem);
      if (found.models !== null) vault.listed(entry.id, found.models);
    } catch (thrown) {
      setCheckup(null);
      sayThrown(thrown, 'The connection could not be tested.');
    }
  };
  return (
    <div className={styles.detail}>
      <div className={settings.actions}>
        <h3 className={styles.name}>{entry.name}</h3>
        <Button
          icon={Trash2}
          className={settings.push}
          aria-label={`Forget the connection ${entry.name}`}
          onClick={() => vault.remove(entry.id)}
        >
          Forget
        </Button>
      </div>
      <KeyAndKeeping entry={entry} vault={vault} isKeyFirst={isKeyFirst} onChanged={() => setCheckup(null)}>
        <Button
          variant="outline"
          icon={PlugZap}
          disabled={checkup === 'asking' || vault.connection(entry.id) === null}
          onClick={() => void test()}
        >
          Test connection
        </Button>
        <div role="status" className={styles.verdict}>
          {checkup === 'asking' ? 'Asking…' : checkup && <CheckupList checkup={checkup} />}
          {checkup === null && entry.trouble && <ProblemNote problem={entry.trouble} />}
        </div>
      </KeyAndKeeping>
      <Model entry={entry} vault={vault} />
    </div>
  );
}

interface KeyProps extends DetailProps {
  readonly onChanged: () => void;
  /** What stands below address and key. */
  readonly children: ReactNode;
}

/** A passphrase counts when it is whole, and not with each letter; so does a key. All else holds at once. */
function KeyAndKeeping({ entry, vault, isKeyFirst, onChanged, children }: KeyProps) {
  const [draft, setDraft] = useKept<Draft>(`connection ${entry.id}`, () => UNTOUCHED);
  const [refused, setRefused] = useState<Diagnostic | null>(null);
  const { key, keeping, passphrase } = draft;
  const take = (done: Result<VaultEntry, Diagnostic>) => {
    setRefused(done.ok ? null : done.problem);
    if (!done.ok) return;
    setDraft(UNTOUCHED);
    onChanged();
  };
  const keep = (where: Keeping) => take(vault.setKeeping(entry.id, where, passphrase));
  const change = (to: Partial<ConnectionDraft>) => {
    setRefused(null);
    // With a key, or a passphrase, that is still to be typed, it waits for it.
    if (to.keeping && key === '' && to.keeping !== 'passphrase') keep(to.keeping);
    else setDraft((now) => ({ ...now, ...to }));
  };
  const waitsForPassphrase = key === '' && keeping === 'passphrase' && entry.keeping !== 'passphrase';
  return (
    <ConnectionFields
      kind={kindOf(entry.kind) ?? FIRST_KIND}
      draft={{ ...draft, url: entry.url }}
      existing={entry}
      isAddressFixed
      isKeyFirst={isKeyFirst}
      refused={refused}
      onChange={change}
      keyActions={
        <div className={settings.actions}>
          <Button
            variant="outline"
            icon={KeyRound}
            disabled={key === ''}
            onClick={() =>
              take(
                vault.setKey(entry.id, key, { keeping: keepingOf(keeping, true, entry.keeping), passphrase }),
              )
            }
          >
            {entry.hasKey ? 'Replace the key' : 'Add the key'}
          </Button>
          {entry.hasKey && (
            <Button
              onClick={() =>
                take(vault.setKey(entry.id, null, { keeping: keepingOf(null, false, entry.keeping) }))
              }
            >
              Forget the key
            </Button>
          )}
          {children}
        </div>
      }
      keepingActions={
        waitsForPassphrase && (
          <div className={settings.actions}>
            <Button variant="outline" disabled={passphrase === ''} onClick={() => keep('passphrase')}>
              Keep with this passphrase
            </Button>
          </div>
        )
      }
    />
  );
}

/** Which of its server's models is asked, and whether that is the one for new questions. */
function Model({ entry: { id, model, models }, vault }: OneProps) {
  const isDefault = useVault(vault, () => vault.byDefault?.id === id);
  return (
    <>
      <ModelField
        model={model ?? ''}
        listed={models?.names ?? null}
        hint={
          models === null
            ? 'Test the connection to choose from its list.'
            : `List read ${new Date(models.at).toLocaleDateString()}.`
        }
        onChange={(name) => vault.update(id, { model: name.trim() || null })}
      />
      <Checkbox
        label="Use it for new questions"
        checked={isDefault}
        onChange={({ target }) => vault.setDefault(target.checked ? id : null)}
      />
    </>
  );
}

/** Opens what is kept with a passphrase, until the page closes (T2). */
export function UnlockForm() {
  const [passphrase, setPassphrase] = useState('');
  const [wrong, setWrong] = useState<Diagnostic | null>(null);
  const [isBusy, setBusy] = useState(false);
  const unlock = async () => {
    setBusy(true);
    const opened = await (await storageOfPage()).vault.unlock(passphrase);
    setBusy(false);
    setWrong(opened.ok ? null : opened.problem);
    if (opened.ok) setPassphrase('');
  };
  return (
    <form
      className={settings.unlock}
      onSubmit={(event) => {
        event.preventDefault();
        void unlock();
      }}
    >
      <Field label="Passphrase" problem={wrong}>
        {(ids) => (
          <Input
            {...ids}
            type="password"
            autoComplete="current-password"
            value={passphrase}
            onChange={({ target }) => setPassphrase(target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="outline" icon={LockOpen} disabled={isBusy || passphrase === ''}>
        Unlock
      </Button>
    </form>
  );
}
