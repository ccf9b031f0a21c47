import { PlugZap } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import type { Diagnostic } from '#base';
import type { VaultEntry } from '#storage';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { Input, Select } from '../parts/Input';
import { useKept } from '../parts/kept';
import { ProblemNote } from '../parts/ProblemNote';
import { useSession } from '../state/session';
import { LOCAL_SERVER } from './localServer';
import styles from './SettingsDialog.module.css';
import { type TestVerdict, testModel } from './testModel';

interface Props {
  /** Id of the model that is tried. */
  readonly model: string;
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
export function ConnectionForm({ model, slot, suggestedUrl, placeholderUrl, joined }: Props) {
  const session = useSession();
  const { vault } = session.storage;
  const entries = useSyncExternalStore(
    (changed) => vault.subscribe(changed),
    () => vault.list,
  );
  /** What was chosen and typed since the last Connect; null: nothing. */
  const [choice, setChoice] = useState<string | null>(null);
  const [typed, setTyped] = useKept<string | null>(`url ${slot}`, () => null);
  const [key, setKey] = useKept(`key ${slot}`, () => '');
  const [wrongUrl, setWrongUrl] = useState<Diagnostic | null>(null);
  const [verdict, setVerdict] = useState<TestVerdict | 'asking' | null>(null);

  const chosen = entries.find(({ id }) => id === (choice ?? joined?.id)) ?? null;
  const url = typed ?? chosen?.url ?? suggestedUrl ?? placeholderUrl;
  /** Another address is another connection: what others send does not go there because of it. */
  const existing = chosen !== null && chosen.url === url ? chosen : null;

  const connect = (): boolean => {
    const entry = vault.connect(session.id, slot, { id: chosen?.id ?? null, url, key });
    setWrongUrl(entry.ok ? null : entry.problem);
    if (!entry.ok) return false;
    setChoice(null);
    setTyped(null);
    setKey('');
    return true;
  };
  const test = async () => {
    if (!connect()) return;
    setVerdict('asking');
    setVerdict(await testModel(session, model));
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
          problem={wrongUrl}
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
      <div className={styles.actions}>
        <Button variant="outline" onClick={connect}>
          Connect
        </Button>
        <Button icon={PlugZap} disabled={verdict === 'asking'} onClick={() => void test()}>
          Try it
        </Button>
        <div role="status" className={styles.verdict}>
          <Verdict verdict={verdict} trouble={joined?.trouble ?? null} />
        </div>
      </div>
    </>
  );
}

interface VerdictProps {
  readonly verdict: TestVerdict | 'asking' | null;
  /** Why the last call failed, whoever made it. */
  readonly trouble: Diagnostic | null;
}

function Verdict({ verdict, trouble }: VerdictProps) {
  if (verdict === 'asking') return 'Asking…';
  if (verdict === null) return trouble && <ProblemNote problem={trouble} />;
  if (!verdict.ok) return <ProblemNote problem={verdict.problem} />;
  return <span className={styles.good}>{verdict.text}</span>;
}

function keyHint(existing: VaultEntry | null): string {
  return existing?.hasKey
    ? 'A key is kept until the page closes. Type to replace it.'
    : 'Left empty for a server that needs none.';
}
