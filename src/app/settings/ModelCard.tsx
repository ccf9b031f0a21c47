import { PlugZap, Trash2 } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import type { Connection, ModelSpec } from '#plan';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { Field } from '../parts/Field';
import { IconButton } from '../parts/IconButton';
import { Checkbox, Input } from '../parts/Input';
import { Pill } from '../parts/Pill';
import { useSession } from '../state/session';
import styles from './SettingsDialog.module.css';
import { type TestVerdict, testModel } from './testModel';

interface Props {
  readonly model: ModelSpec;
  readonly connection: Connection | null;
  readonly isNew: boolean;
}

/** One model: what the workspace says of it, and what this browser joins to it. */
export function ModelCard({ model, connection, isNew }: Props) {
  const session = useSession();
  const { editor, storage } = session;
  const { vault } = storage;
  const joined = useSyncExternalStore(
    (changed) => vault.subscribe(changed),
    () => vault.picked(session.id, model.connection),
  );
  const [name, setName] = useState(model.name ?? '');
  const [modelName, setModelName] = useState(model.model);
  const [structured, setStructured] = useState(model.structuredOutput ?? false);
  const [url, setUrl] = useState(
    joined?.url ?? connection?.suggestedUrl ?? (isNew ? 'http://localhost:11434/v1' : ''),
  );
  const [key, setKey] = useState('');
  const [wrongUrl, setWrongUrl] = useState<string | null>(null);
  const [verdict, setVerdict] = useState<TestVerdict | 'asking' | null>(null);

  /** The document gets names only; address and key go to the vault (T2). */
  const save = (): boolean => {
    const entry = vault.put({
      id: model.connection,
      name: name || model.connection,
      url,
      ...(key === '' ? {} : { key }),
    });
    setWrongUrl(entry.ok ? null : `${entry.problem.message} ${entry.problem.help}`);
    if (!entry.ok) return false;
    vault.pick(session.id, model.connection, entry.value.id);
    setKey('');
    const { name: _name, structuredOutput: _structured, ...rest } = model;
    const item: ModelSpec = {
      ...rest,
      model: modelName.trim() || model.model,
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(structured ? { structuredOutput: true } : {}),
    };
    editor.edit({ edit: 'put-item', list: 'models', item }, { label: 'Change model' });
    return true;
  };
  const test = async () => {
    if (!save()) return;
    setVerdict('asking');
    setVerdict(await testModel(session, model.id));
  };
  const remove = () => {
    vault.pick(session.id, model.connection, null);
    vault.remove(model.connection);
    editor.edit({ edit: 'remove-item', list: 'models', id: model.id }, { label: 'Remove model' });
  };
  return (
    <section className={styles.card} aria-label={`Model ${name || model.id}`}>
      <div className={styles.actions}>
        <h3>{name || model.id}</h3>
        <Pill tone={joined === null ? 'skip' : 'ok'}>{joinedText(joined)}</Pill>
        <IconButton
          icon={Trash2}
          label={`Remove the model ${name || model.id}`}
          className={styles.push}
          onClick={remove}
        />
      </div>
      <div className={styles.row}>
        <Field label="Name">
          {(ids) => (
            <Input
              {...ids}
              value={name}
              placeholder={model.id}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field label="Model id">
          {(ids) => (
            <Input {...ids} mono value={modelName} onChange={({ target }) => setModelName(target.value)} />
          )}
        </Field>
      </div>
      <div className={styles.row}>
        <Field
          label="URL"
          error={wrongUrl}
          hint={
            connection?.suggestedUrl && joined === null
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
              placeholder="http://localhost:11434/v1"
              onChange={({ target }) => setUrl(target.value)}
            />
          )}
        </Field>
        <Field
          label="Key"
          hint={
            joined?.hasKey
              ? 'A key is kept until the page closes. Type to replace it.'
              : 'Left empty for a server that needs none.'
          }
        >
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
      <Checkbox
        label="It keeps to a JSON schema (structured output)"
        checked={structured}
        onChange={({ target }) => setStructured(target.checked)}
      />
      <div className={styles.actions}>
        <Button variant="outline" onClick={save}>
          Connect
        </Button>
        <Button icon={PlugZap} disabled={verdict === 'asking'} onClick={() => void test()}>
          Try it
        </Button>
        <p
          role="status"
          className={cx(
            styles.verdict,
            verdict !== null && verdict !== 'asking' && (verdict.ok ? styles.good : styles.bad),
          )}
        >
          {verdict === 'asking' ? 'Asking…' : verdict?.text}
        </p>
      </div>
    </section>
  );
}

function joinedText(joined: { readonly origin: string; readonly hasKey: boolean } | null): string {
  if (joined === null) return 'not connected';
  return joined.hasKey ? `connected to ${joined.origin}, with a key` : `connected to ${joined.origin}`;
}
