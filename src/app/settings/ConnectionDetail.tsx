import { KeyRound, PlugZap, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Diagnostic, Result } from '#base';
import { type Checkup, kindOf } from '#models';
import type { Keeping, Vault, VaultEntry } from '#storage';
import { Button } from '../parts/Button';
import { Checkbox } from '../parts/Input';
import { useKept } from '../parts/kept';
import { sayThrown } from '../state/sayTrouble';
import { useVault } from '../state/slots';
import { ProblemNote } from '../ui/ProblemNote';
import { CheckupList, checkByPage } from './CheckupList';
import { type ConnectionDraft, ConnectionFields } from './ConnectionFields';
import styles from './Connections.module.css';

import { keepingOf } from './keepingOf';
import { ModelField } from './ModelField';
import { FIRST_KIND } from './offeredServers';
import settings from './SettingsDialog.module.css';

interface Props {
  readonly entry: VaultEntry;
  readonly vault: Vault;
}

interface DetailProps extends Props {
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
function Model({ entry: { id, model, models }, vault }: Props) {
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
