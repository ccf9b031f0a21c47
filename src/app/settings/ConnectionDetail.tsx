import { PlugZap, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Diagnostic } from '#base';
import type { Checkup } from '#models';
import type { Keeping, Vault, VaultEntry } from '#storage';
import { TextInput } from '../forms/TextInput';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { Input, Select } from '../parts/Input';
import { ProblemNote } from '../parts/ProblemNote';
import { sayThrown } from '../state/sayTrouble';
import { CheckupList } from './CheckupList';
import styles from './Connections.module.css';
import { checkByPage } from './checkByPage';
import { KeepingChoice, PassphraseField } from './KeepingChoice';
import settings from './SettingsDialog.module.css';

interface Props {
  readonly entry: VaultEntry;
  readonly vault: Vault;
}

/** One connection: its model, its test, another key, where it is kept, and forgetting it. */
export function ConnectionDetail({ entry, vault }: Props) {
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
  const canCall = vault.connection(entry.id) !== null;
  return (
    <div className={styles.detail}>
      <div className={settings.row}>
        <Model entry={entry} vault={vault} />
        {!entry.locked && <Key entry={entry} vault={vault} onReplaced={() => setCheckup(null)} />}
      </div>
      {canCall && <Keep entry={entry} vault={vault} />}
      <div className={settings.actions}>
        <Button
          variant="outline"
          icon={PlugZap}
          disabled={checkup === 'asking' || !canCall}
          onClick={() => void test()}
        >
          Test connection
        </Button>
        <Button
          icon={Trash2}
          className={settings.push}
          aria-label={`Forget the connection ${entry.name}`}
          onClick={() => vault.remove(entry.id)}
        >
          Forget
        </Button>
      </div>
      <div role="status">
        {checkup === 'asking' ? 'Asking…' : checkup && <CheckupList checkup={checkup} />}
        {checkup === null && entry.trouble && <ProblemNote problem={entry.trouble} />}
      </div>
    </div>
  );
}

/** From the server's list, once it was read; typed until then. */
function Model({ entry: { id, model, models }, vault }: Props) {
  const put = (name: string) => vault.update(id, { model: name.trim() || null });
  if (models === null || models.names.length === 0)
    return (
      <Field label="Model" hint="Test the connection to choose from its list.">
        {(ids) => (
          <TextInput
            {...ids}
            mono
            value={model ?? ''}
            onCommit={(name) => {
              put(name);
              return null;
            }}
          />
        )}
      </Field>
    );
  const { names, at } = models;
  return (
    <Field label="Model" hint={`List read ${new Date(at).toLocaleDateString()}.`}>
      {(ids) => (
        <Select {...ids} value={model ?? ''} onChange={({ target }) => put(target.value)}>
          {(model === null || !names.includes(model)) && (
            <option value={model ?? ''}>{model ?? 'None chosen'}</option>
          )}
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Another key is kept where the one before it was. */
function Key({ entry, vault, onReplaced }: Props & { readonly onReplaced: () => void }) {
  const [key, setKey] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [refused, setRefused] = useState<Diagnostic | null>(null);
  const replace = () => {
    const done = vault.setKey(entry.id, key, { keeping: entry.keeping, passphrase });
    setRefused(done.ok ? null : done.problem);
    if (!done.ok) return;
    setKey('');
    setPassphrase('');
    onReplaced();
  };
  return (
    <>
      <Field
        label={entry.hasKey ? 'Another key' : 'Key'}
        problem={refused}
        hint={entry.hasKey ? 'It has one. Type to replace it.' : 'None is needed, or none was given.'}
      >
        {(ids) => (
          <span className={styles.command}>
            <Input
              {...ids}
              type="password"
              autoComplete="off"
              value={key}
              onChange={({ target }) => setKey(target.value)}
            />
            <Button variant="outline" disabled={key === ''} onClick={replace}>
              Replace
            </Button>
          </span>
        )}
      </Field>
      {key !== '' && entry.keeping === 'passphrase' && (
        <PassphraseField passphrase={passphrase} onPassphrase={setPassphrase} />
      )}
    </>
  );
}

/** A passphrase counts when it is whole, and not with each letter. */
function Keep({ entry, vault }: Props) {
  const [wanted, setWanted] = useState<Keeping | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const [refused, setRefused] = useState<Diagnostic | null>(null);
  const keep = (keeping: Keeping) => {
    const done = vault.setKeeping(entry.id, keeping, passphrase);
    setRefused(done.ok ? null : done.problem);
    if (!done.ok) return;
    setWanted(null);
    setPassphrase('');
  };
  return (
    <>
      <KeepingChoice
        keeping={wanted ?? entry.keeping}
        hasKey={entry.hasKey}
        asksPassphrase={wanted === 'passphrase'}
        passphrase={passphrase}
        onKeeping={(keeping) => (keeping === 'passphrase' ? setWanted(keeping) : keep(keeping))}
        onPassphrase={setPassphrase}
      />
      {refused && <ProblemNote problem={refused} />}
      {wanted === 'passphrase' && (
        <div className={settings.actions}>
          <Button variant="outline" disabled={passphrase === ''} onClick={() => keep('passphrase')}>
            Keep with this passphrase
          </Button>
        </div>
      )}
    </>
  );
}
