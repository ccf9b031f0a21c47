import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { type Json, type JsonObject, jsonOf, mintId, setAt } from '#base';
import { CONNECTION_KINDS, kindOf, listedPrice, PRICES_OF } from '#models';
import { type Connection, itemSchema, type ModelSpec, readPutItem, type Workspace } from '#plan';
import { DEFAULT_SLOT, type VaultEntry } from '#storage';
import { itemPath } from '../design/changes';
import { FieldMark } from '../forms/FieldAt';
import type { Path, SchemaFormProps } from '../forms/form';
import type { Refusal } from '../forms/formProblems';
import { SchemaForm } from '../forms/SchemaForm';
import { fieldsOf } from '../forms/schema';
import { Button, IconButton } from '../parts/Button';
import { Pill, type Tone } from '../parts/Pill';
import { useDocument, useSession } from '../state/session';
import { filledBy, useVault } from '../state/slots';
import { FIRST_KIND, FIRST_SERVER, SlotPick } from './ConnectionFields';
import { ConnectionForm } from './ConnectionForm';
import styles from './SettingsDialog.module.css';

/** The models of the open workspace, each with the address and the key that this browser joins to it (T2, A4). */
export function ModelsTab() {
  const { id, editor, storage } = useSession();
  const models = useDocument(({ workspace }) => workspace.models);
  const connections = useDocument(({ workspace }) => workspace.connections);
  const [opened, setOpened] = useState<string | null>(null);
  const add = () => {
    const { model, connection } = freshModel(editor.workspace, storage.vault.filled(id));
    editor.edit(
      {
        edit: 'batch',
        label: 'Add model',
        edits: [
          { edit: 'put-item', list: 'connections', item: connection },
          { edit: 'put-item', list: 'models', item: model },
        ],
      },
      { label: 'Add model' },
    );
    setOpened(model.id);
  };
  return (
    <>
      <p className={styles.muted}>
        A workspace made in this browser uses your default model, set under Connections, unless it has models
        of its own. {CONNECTION_KINDS.map(({ about }) => `${about}.`).join(' ')} Its key goes to its one
        origin only; it is never shared or exported.
      </p>
      {models.length === 0 && <DefaultPick />}
      <div className={styles.cards}>
        {models.map((model, index) => (
          <FieldMark key={model.id} at={`${itemPath(id)}/models/${index}`}>
            <ModelCard
              model={model}
              connection={connections.find(({ id }) => id === model.connection) ?? null}
              isNew={model.id === opened}
            />
          </FieldMark>
        ))}
      </div>
      <div className={styles.actions}>
        <Button variant="outline" icon={Plus} onClick={add}>
          Add a model
        </Button>
      </div>
    </>
  );
}

/** W7, case A2: what came from outside and names no model asks one only where the person has picked it. */
function DefaultPick() {
  const session = useSession();
  const { vault } = session.storage;
  const madeHere = useStore(session.state, (state) => state.madeHere);
  const entries = useVault(vault, () => vault.list);
  const picked = useVault(vault, () => vault.picked(session.id, DEFAULT_SLOT));
  if (madeHere || entries.length === 0) return null;
  return (
    <SlotPick
      label="Model for its planners"
      hint="It came from outside and names no model. Planners without one use what you pick here."
      picked={picked?.id ?? ''}
      entries={entries}
      onPick={(id) => vault.pick(session.id, DEFAULT_SLOT, id || null)}
    />
  );
}

/** @param filled slots that the person has filled: one that undo took away is not given to another model */
function freshModel(
  { models, connections }: Workspace,
  filled: readonly string[],
): { model: ModelSpec; connection: Connection } {
  const connection = mintId('connection', new Set([...connections.map(({ id }) => id), ...filled]));
  const model = mintId('model', new Set(models.map(({ id }) => id)));
  return {
    connection: { id: connection, kind: FIRST_KIND.id },
    model: { id: model, connection, model: FIRST_SERVER.model },
  };
}

const MODEL = itemSchema('models');

/** What few set of a model. */
const MORE = ['temperature', 'maxOutputTokens', 'structuredOutput'];

interface Props {
  readonly model: ModelSpec;
  readonly connection: Connection | null;
  readonly isNew: boolean;
}

/** One model: what the workspace says of it, and what the person joins to it. */
function ModelCard({ model, connection, isNew }: Props) {
  const session = useSession();
  const { editor, storage } = session;
  const { vault } = storage;
  const joined = useVault(vault, () => filledBy(session, model.connection));
  const name = model.name ?? model.id;
  const put = (item: JsonObject): Refusal => {
    const edit = readPutItem('models', item);
    if (!edit.ok) return edit.problem[0] ?? null;
    const done = editor.edit(edit.value, { label: 'Change model', gesture: `model:${model.id}` });
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
  const form = {
    schema: MODEL,
    value: jsonOf(model),
    mode: 'literal',
    onChange: (path, value) => put(setAt(jsonOf(model), path, value)),
  } satisfies Partial<SchemaFormProps>;
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
      <SchemaForm {...form} only={['name', 'model']} inLine />
      {connection && kindOf(connection.kind) === null && (
        <p className={styles.muted}>
          The workspace expects a connection of the kind “{connection.kind}”, which this version cannot make.
          Any server that has this model can take its place.
        </p>
      )}
      <SchemaForm {...form} only={MORE.filter((field) => canBind || field !== 'structuredOutput')} inLine />
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

/** The schema of what a model costs (K10). Budgets of money ask where that is not known. */
const PRICE = fieldsOf(MODEL).find(({ name }) => name === 'price')?.schema ?? {};
const DOLLARS = 'USD';

interface PriceProps {
  readonly model: ModelSpec;
  readonly put: (model: JsonObject) => Refusal;
}

/** What a model costs: for a million tokens, read and written. Without an amount it is not known. */
function PriceFields({ model, put }: PriceProps) {
  const { price } = model;
  const listed = listedPrice(model.model);
  const change = (path: Path, value: Json | undefined): Refusal => {
    if (value === undefined) return put(setAt(jsonOf(model), ['price'], undefined));
    const today = new Date().toISOString().slice(0, DAY);
    const before = { input: 0, output: 0, currency: DOLLARS, ...price };
    return put({ ...jsonOf(model), price: { ...setAt(before, path, value), date: today } });
  };
  return (
    <>
      <SchemaForm schema={PRICE} value={jsonOf(price ?? {})} mode="literal" inLine onChange={change} />
      {price !== undefined && <p className={styles.muted}>Price of {price.date}.</p>}
      {listed !== null && price === undefined && (
        <div className={styles.actions}>
          <Button size="small" variant="outline" onClick={() => put({ ...jsonOf(model), price: listed })}>
            Take the price of {PRICES_OF}
          </Button>
        </div>
      )}
    </>
  );
}

/** Characters of a date, without the time. */
const DAY = 10;

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
