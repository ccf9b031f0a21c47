import { Trash2 } from 'lucide-react';
import { type Diagnostic, problem } from '#base';
import { kindOf } from '#models';
import type { Connection, ModelSpec } from '#plan';
import type { VaultEntry } from '#storage';
import type { Refusal } from '../forms/refusal';
import { TextInput } from '../forms/TextInput';
import { IconButton } from '../parts/IconButton';
import { Checkbox } from '../parts/Input';
import { Pill, type Tone } from '../parts/Pill';
import { useSession } from '../state/session';
import { filledBy } from '../state/slots';
import { useVault } from '../state/useConnections';
import { Field } from '../ui/Field';
import { ConnectionForm } from './ConnectionForm';
import { FIRST_SERVER } from './offeredServers';
import { PriceFields } from './PriceFields';
import styles from './SettingsDialog.module.css';

interface Props {
  readonly model: ModelSpec;
  readonly connection: Connection | null;
  readonly isNew: boolean;
}

/** One model: what the workspace says of it, and what the person joins to it. */
export function ModelCard({ model, connection, isNew }: Props) {
  const session = useSession();
  const { editor, storage } = session;
  const { vault } = storage;
  const joined = useVault(vault, () => filledBy(session, model.connection));
  const name = model.name ?? model.id;
  const put = (item: ModelSpec): Refusal => {
    const done = editor.edit(
      { edit: 'put-item', list: 'models', item },
      { label: 'Change model', gesture: `model:${model.id}` },
    );
    return done.ok ? null : done.problem;
  };
  /** Its slot is emptied, unless another model uses it; the connection itself stays with the person. */
  const remove = () => {
    const isShared = editor.workspace.models.some(
      (other) => other.id !== model.id && other.connection === model.connection,
    );
    if (!isShared) vault.pick(session.id, model.connection, null);
    editor.edit({ edit: 'remove-item', list: 'models', id: model.id }, { label: 'Remove model' });
  };
  const filling = joined ?? connection;
  const canBind = filling === null || kindOf(filling.kind)?.can.structuredOutput !== false;
  return (
    <section className={styles.card} aria-label={`Model ${name}`}>
      <div className={styles.actions}>
        <h3>{name}</h3>
        <Pill tone={toneOf(joined)}>{joinedText(joined)}</Pill>
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
        <Field
          label="Model id"
          hint="As its server spells it: qwen2.5:7b at Ollama, qwen2.5-7b-instruct at LM Studio."
        >
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
      {connection && kindOf(connection.kind) === null && (
        <p className={styles.muted}>
          The workspace expects a connection of the kind “{connection.kind}”, which this version cannot make.
          Any server that has this model can take its place.
        </p>
      )}
      {canBind && (
        <Checkbox
          label="Supports structured output"
          checked={model.structuredOutput ?? false}
          onChange={({ target }) => put({ ...model, structuredOutput: target.checked })}
        />
      )}
      <PriceFields model={model} put={put} />
      <ConnectionForm
        model={model.id}
        modelName={model.model}
        slot={model.connection}
        suggestedUrl={connection?.suggestedUrl}
        placeholderUrl={isNew ? FIRST_SERVER.url : ''}
        joined={joined}
      />
    </section>
  );
}

function withoutName({ name: _name, ...rest }: ModelSpec): ModelSpec {
  return rest;
}

function missing(): Diagnostic {
  return problem('MODEL_ID_MISSING', 'A model needs its id.', 'Write it as the server calls it.');
}

/** A connection that did not answer last is not told as one that works. */
function toneOf(joined: VaultEntry | null): Tone {
  if (joined === null) return 'skip';
  if (joined.locked) return 'wait';
  return joined.trouble === null ? 'ok' : 'bad';
}

function joinedText(joined: VaultEntry | null): string {
  if (joined === null) return 'not connected';
  if (joined.locked) return `${joined.origin} is locked`;
  if (joined.trouble !== null) return `the last call to ${joined.origin} failed`;
  return joined.hasKey ? `connected to ${joined.origin}, with a key` : `connected to ${joined.origin}`;
}
