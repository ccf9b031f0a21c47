import { PlugZap, Trash2 } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { type Diagnostic, problem } from '#base';
import type { Connection, ModelSpec } from '#plan';
import type { Refusal } from '../forms/refusal';
import { TextInput } from '../forms/TextInput';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { IconButton } from '../parts/IconButton';
import { Checkbox, Input } from '../parts/Input';
import { Pill } from '../parts/Pill';
import { ProblemNote } from '../parts/ProblemNote';
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
  const [url, setUrl] = useState(
    joined?.url ?? connection?.suggestedUrl ?? (isNew ? 'http://localhost:11434/v1' : ''),
  );
  const [key, setKey] = useState('');
  const [wrongUrl, setWrongUrl] = useState<Diagnostic | null>(null);
  const [verdict, setVerdict] = useState<TestVerdict | 'asking' | null>(null);

  const name = model.name ?? model.id;
  const put = (item: ModelSpec): Refusal => {
    const done = editor.edit(
      { edit: 'put-item', list: 'models', item },
      { label: 'Change model', gesture: `model:${model.id}` },
    );
    return done.ok ? null : done.problem;
  };
  /** The document gets names only; address and key go to the vault (T2). */
  const connect = (): boolean => {
    const given = key === '' ? {} : { key };
    const entry = vault.put({ id: model.connection, name, url, ...given });
    setWrongUrl(entry.ok ? null : entry.problem);
    if (!entry.ok) return false;
    vault.pick(session.id, model.connection, entry.value.id);
    setKey('');
    return true;
  };
  const test = async () => {
    if (!connect()) return;
    setVerdict('asking');
    setVerdict(await testModel(session, model.id));
  };
  const remove = () => {
    vault.pick(session.id, model.connection, null);
    vault.remove(model.connection);
    editor.edit({ edit: 'remove-item', list: 'models', id: model.id }, { label: 'Remove model' });
  };
  return (
    <section className={styles.card} aria-label={`Model ${name}`}>
      <div className={styles.actions}>
        <h3>{name}</h3>
        <Pill tone={joined === null ? 'skip' : 'ok'}>{joinedText(joined)}</Pill>
        <IconButton
          icon={Trash2}
          label={`Remove the model ${name}`}
          className={styles.push}
          onClick={remove}
        />
      </div>
      <div className={styles.row}>
        <Field label="Name">
          {(ids) => (
            <TextInput
              {...ids}
              value={model.name ?? ''}
              placeholder={model.id}
              onCommit={(text) =>
                put(text.trim() === '' ? withoutName(model) : { ...model, name: text.trim() })
              }
            />
          )}
        </Field>
        <Field label="Model id" hint="As the server calls it.">
          {(ids) => (
            <TextInput
              {...ids}
              mono
              value={model.model}
              onCommit={(text) => (text.trim() === '' ? missing() : put({ ...model, model: text.trim() }))}
            />
          )}
        </Field>
      </div>
      <div className={styles.row}>
        <Field
          label="URL"
          problem={wrongUrl}
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
        checked={model.structuredOutput ?? false}
        onChange={({ target }) => put({ ...model, structuredOutput: target.checked })}
      />
      <div className={styles.actions}>
        <Button variant="outline" onClick={connect}>
          Connect
        </Button>
        <Button icon={PlugZap} disabled={verdict === 'asking'} onClick={() => void test()}>
          Try it
        </Button>
        <div role="status" className={styles.verdict}>
          {verdict === 'asking' && 'Asking…'}
          {verdict !== null && verdict !== 'asking' && verdict.ok && (
            <span className={styles.good}>{verdict.text}</span>
          )}
          {verdict !== null && verdict !== 'asking' && !verdict.ok && (
            <ProblemNote problem={verdict.problem} />
          )}
        </div>
      </div>
    </section>
  );
}

function withoutName({ name: _name, ...rest }: ModelSpec): ModelSpec {
  return rest;
}

function missing(): Diagnostic {
  return problem('MODEL_ID_MISSING', 'A model needs its id.', 'Write it as the server calls it.');
}

function joinedText(joined: { readonly origin: string; readonly hasKey: boolean } | null): string {
  if (joined === null) return 'not connected';
  return joined.hasKey ? `connected to ${joined.origin}, with a key` : `connected to ${joined.origin}`;
}
