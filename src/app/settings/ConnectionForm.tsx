import { PlugZap } from 'lucide-react';
import { useState } from 'react';
import type { Diagnostic } from '#base';
import type { Checkup } from '#models';
import type { Keeping, VaultEntry } from '#storage';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { Input, Select } from '../parts/Input';
import { useKept } from '../parts/kept';
import { ProblemNote } from '../parts/ProblemNote';
import { useSession } from '../state/session';
import { useVault } from '../state/useConnections';
import { CheckupList } from './CheckupList';
import { checkByPage } from './checkByPage';
import { KeepingChoice } from './KeepingChoice';
import { keepingOf } from './keepingOf';
import styles from './SettingsDialog.module.css';
import { LOCAL_SERVER } from './serverPresets';
import { type TestVerdict, testModel } from './testModel';

interface Props {
  /** Id of the model that is tried. */
  readonly model: string;
  /** As its server spells it. */
  readonly modelName: string;
  /** Its slot in the document (W7). */
  readonly slot: string;
  readonly suggestedUrl: string | undefined;
  readonly placeholderUrl: string;
  /** What fills the slot now. */
  readonly joined: VaultEntry | null;
}

const NEW = '';

/**
 * Fills a slot of the workspace: with a connection that the person has already, or with a new one. The document gets
 * neither; address and key go to the vault (T2), which joins them to this slot of this workspace alone (W7).
 */
export function ConnectionForm({ model, modelName, slot, suggestedUrl, placeholderUrl, joined }: Props) {
  const session = useSession();
  const { vault } = session.storage;
  const entries = useVault(vault, () => vault.list);
  /** What was chosen and typed since the last Connect; null: nothing. */
  const [choice, setChoice] = useState<string | null>(null);
  const [typed, setTyped] = useKept<string | null>(`url ${slot}`, () => null);
  const [key, setKey] = useKept(`key ${slot}`, () => '');
  const [kept, setKept] = useState<Keeping | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const [refused, setRefused] = useState<Diagnostic | null>(null);
  const [verdict, setVerdict] = useState<Verdict | 'asking' | null>(null);

  const chosen = entries.find(({ id }) => id === (choice ?? joined?.id)) ?? null;
  const url = typed ?? chosen?.url ?? suggestedUrl ?? placeholderUrl;
  /** Another address is another connection: what others send does not go there because of it. */
  const existing = chosen !== null && chosen.url === url ? chosen : null;

  const keeping = keepingOf(kept, key);

  const connect = (): VaultEntry | null => {
    const id = chosen?.id ?? null;
    const entry = vault.connect(session.id, slot, { id, url, key, keeping, passphrase, model: modelName });
    setRefused(entry.ok ? null : entry.problem);
    if (!entry.ok) return null;
    setPassphrase('');
    setChoice(null);
    setTyped(null);
    setKey('');
    return entry.value;
  };
  const test = async () => {
    const entry = connect();
    const connection = entry && vault.connection(entry.id);
    if (!connection) return;
    setVerdict('asking');
    const checkup = await checkByPage(connection);
    // What keeps the page from the server is told step by step; else the model itself is asked.
    const isKept = checkup.problem !== null && !checkup.steps.some(({ name }) => name === 'Models');
    if (isKept) vault.heard(connection.id, checkup.problem);
    if (checkup.models !== null)
      vault.update(connection.id, { models: { names: checkup.models, at: Date.now() } });
    setVerdict(isKept ? checkup : await testModel(session, model));
  };
  return (
    <>
      {entries.length > 0 && (
        <Field label="Connection" hint="Those of other workspaces can be used here as well.">
          {(ids) => (
            <Select
              {...ids}
              value={chosen?.id ?? NEW}
              onChange={({ target }) => {
                setChoice(target.value);
                setTyped(null);
                setKey('');
                setVerdict(null);
              }}
            >
              <option value={NEW}>A new connection</option>
              {entries.map(({ id, name, hasKey }) => (
                <option key={id} value={id}>
                  {hasKey ? `${name}, with a key` : name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <div className={styles.row}>
        <Field
          label="URL"
          problem={refused?.code === 'ADDRESS_INVALID' ? refused : null}
          hint={
            suggestedUrl && joined === null
              ? 'Suggested by the workspace. Look at it before you join it.'
              : undefined
          }
        >
          {(ids) => (
            <Input
              {...ids}
              mono
              type="url"
              value={url}
              placeholder={LOCAL_SERVER.url}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        <Field label="Key" hint={keyHint(existing)}>
          {(ids) => (
            <Input
              {...ids}
              type="password"
              autoComplete="off"
              value={key}
              onChange={({ target }) => setKey(target.value)}
            />
          )}
        </Field>
      </div>
      {(key !== '' || existing === null) && (
        <KeepingChoice
          keeping={keeping}
          hasKey={key !== ''}
          asksPassphrase={keeping === 'passphrase'}
          passphrase={passphrase}
          onKeeping={setKept}
          onPassphrase={setPassphrase}
        />
      )}
      {refused && refused.code !== 'ADDRESS_INVALID' && <ProblemNote problem={refused} />}
      <div className={styles.actions}>
        <Button variant="outline" onClick={connect}>
          Connect
        </Button>
        <Button icon={PlugZap} disabled={verdict === 'asking'} onClick={() => void test()}>
          Test connection
        </Button>
        <div role="status" className={styles.verdict}>
          <VerdictNote verdict={verdict} trouble={joined?.trouble ?? null} />
        </div>
      </div>
    </>
  );
}

/** Why the page cannot reach it, or what the model said. */
type Verdict = Checkup | TestVerdict;

interface VerdictProps {
  readonly verdict: Verdict | 'asking' | null;
  /** Why the last call failed, whoever made it. */
  readonly trouble: Diagnostic | null;
}

function VerdictNote({ verdict, trouble }: VerdictProps) {
  if (verdict === 'asking') return 'Asking…';
  if (verdict === null) return trouble && <ProblemNote problem={trouble} />;
  if ('steps' in verdict) return <CheckupList checkup={verdict} />;
  if (!verdict.ok) return <ProblemNote problem={verdict.problem} />;
  return <span className={styles.good}>{verdict.text}</span>;
}

function keyHint(existing: VaultEntry | null): string {
  return existing?.hasKey ? 'It has a key. Type to replace it.' : 'Left empty for a server that needs none.';
}
