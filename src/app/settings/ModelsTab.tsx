import { PlugZap, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { type Diagnostic, type Json, type JsonObject, jsonOf, mintId, problem, setAt } from '#base';
import { type Checkup, CONNECTION_KINDS, kindOf, listedPrice, PRICES_OF } from '#models';
import { type Connection, itemSchema, type ModelSpec, readPutItem, type Workspace } from '#plan';
import { CallError, ModelReply } from '#runtime';
import { DEFAULT_SLOT, type VaultEntry } from '#storage';
import { itemPath } from '../design/changes';
import { FieldMark } from '../forms/FieldAt';
import type { Path, Refusal, SchemaFormProps } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { fieldsOf } from '../forms/schema';
import { Button, IconButton } from '../parts/Button';
import { Select } from '../parts/Input';
import { useKept } from '../parts/kept';
import { Pill, type Tone } from '../parts/Pill';
import { sayThrown } from '../state/sayTrouble';
import { type Session, useDocument, useSession } from '../state/session';
import { filledBy, modelsOfPage, useVault } from '../state/slots';
import { Field } from '../ui/Field';
import { ProblemNote } from '../ui/ProblemList';
import { CheckupList, checkByPage } from './CheckupList';
import {
  type ConnectionDraft,
  ConnectionFields,
  FIRST_KIND,
  FIRST_SERVER,
  keepingOf,
  SlotPick,
} from './ConnectionFields';
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

interface ModelsTabProps {
  readonly model: ModelSpec;
  readonly connection: Connection | null;
  readonly isNew: boolean;
}

/** One model: what the workspace says of it, and what the person joins to it. */
function ModelCard({ model, connection, isNew }: ModelsTabProps) {
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

interface ConnectionFormProps {
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

/** What was chosen and typed since the last Connect. */
interface Draft extends Omit<ConnectionDraft, 'url'> {
  /** Id of a connection; null: what fills the slot. */
  readonly choice: string | null;
  /** Null: the address of that connection. */
  readonly url: string | null;
}

const NEW = '';
const UNTOUCHED: Draft = { choice: null, url: null, key: '', keeping: null, passphrase: '' };

/**
 * Fills a slot of the workspace: with a connection that the person has already, or with a new one. The document gets
 * neither; address and key go to the vault (T2), which joins them to this slot of this workspace alone (W7).
 */
function ConnectionForm({
  model,
  modelName,
  slot,
  suggestedUrl,
  placeholderUrl,
  joined,
}: ConnectionFormProps) {
  const session = useSession();
  const { vault } = session.storage;
  const entries = useVault(vault, () => vault.list);
  const [draft, setDraft] = useKept<Draft>(`connection of ${slot}`, () => UNTOUCHED);
  const [refused, setRefused] = useState<Diagnostic | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);

  const { choice, key, passphrase } = draft;
  const chosen = entries.find(({ id }) => id === (choice ?? joined?.id)) ?? null;
  const url = draft.url ?? chosen?.url ?? suggestedUrl ?? placeholderUrl;
  /** Another address is another connection: what others send does not go there because of it. */
  const existing = chosen !== null && chosen.url === url ? chosen : null;
  const isUntouched = draft === UNTOUCHED;

  const change = (to: Partial<Draft>) => {
    setRefused(null);
    setAsked(null);
    setDraft((now) => ({ ...now, ...to }));
  };
  const connect = (): VaultEntry | null => {
    const keeping = keepingOf(draft.keeping, key !== '', existing?.keeping ?? null);
    const id = chosen?.id ?? null;
    const entry = vault.connect(session.id, slot, { id, url, key, keeping, passphrase, model: modelName });
    setRefused(entry.ok ? null : entry.problem);
    if (!entry.ok) return null;
    setDraft(UNTOUCHED);
    setAsked(null);
    return entry.value;
  };
  const test = async () => {
    const entry = connect();
    const connection = entry && vault.connection(entry.id);
    if (!connection) return;
    const begun: Asked = { verdict: null };
    setAsked(begun);
    // Of what was connected or typed meanwhile, it says nothing.
    const answer = (verdict: Verdict | null) =>
      setAsked((now) => (now !== begun ? now : verdict && { verdict }));
    try {
      const checkup = await checkByPage(connection);
      // What keeps the page from the server is told step by step; else the model itself is asked.
      const isKept = checkup.problem !== null && !checkup.steps.some(({ name }) => name === 'Models');
      if (isKept) vault.heard(connection.id, checkup.problem);
      if (checkup.models !== null) vault.listed(connection.id, checkup.models);
      answer(isKept ? checkup : await testModel(session, model));
    } catch (thrown) {
      answer(null);
      sayThrown(thrown, 'The connection could not be tested.');
    }
  };
  return (
    <>
      {entries.length > 0 && (
        <Field label="Connection" hint="Those of other workspaces can be used here as well.">
          {(ids) => (
            <Select
              {...ids}
              value={chosen?.id ?? NEW}
              onChange={({ target }) => change({ ...UNTOUCHED, choice: target.value })}
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
      <ConnectionFields
        kind={(chosen && kindOf(chosen.kind)) ?? FIRST_KIND}
        draft={{ ...draft, url }}
        existing={existing}
        refused={refused}
        urlHint={
          suggestedUrl && joined === null
            ? 'Suggested by the workspace. Check it before connecting.'
            : undefined
        }
        onChange={change}
      />
      <div className={styles.actions}>
        <Button variant="outline" onClick={connect}>
          Connect
        </Button>
        <Button
          icon={PlugZap}
          disabled={asked !== null && asked.verdict === null}
          onClick={() => void test()}
        >
          Test connection
        </Button>
        <div role="status" className={styles.verdict}>
          {isUntouched && <VerdictNote asked={asked} trouble={joined?.trouble ?? null} />}
        </div>
      </div>
    </>
  );
}

/** Why the page cannot reach it, or what the model said. */
type Verdict = Checkup | TestVerdict;

interface Asked {
  /** Null until there is one. */
  readonly verdict: Verdict | null;
}

interface VerdictProps {
  readonly asked: Asked | null;
  /** Why the last call failed, whoever made it. */
  readonly trouble: Diagnostic | null;
}

function VerdictNote({ asked, trouble }: VerdictProps) {
  if (asked === null) return trouble && <ProblemNote problem={trouble} />;
  const { verdict } = asked;
  if (verdict === null) return 'Asking…';
  if ('steps' in verdict) return <CheckupList checkup={verdict} />;
  if (!verdict.ok) return <ProblemNote problem={verdict.problem} />;
  return <span className={styles.good}>{verdict.text}</span>;
}

/** What came of asking a model for one word. */
type TestVerdict =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: Diagnostic };

const PATIENCE_MS = 60_000;
/** One word, and what a model that thinks may think before it: that counts as well. */
const MOST_TOKENS = 4_000;

/** Asks the model for one word. What it refuses with is told with what to do about it (case F8). */
async function testModel(session: Session, modelId: string): Promise<TestVerdict> {
  const models = await modelsOfPage(session);
  const startedAt = performance.now();
  const giveUp = AbortSignal.timeout(PATIENCE_MS);
  try {
    const request = {
      model: modelId,
      messages: [{ role: 'user' as const, text: 'Answer with the one word: ready' }],
      maxOutputTokens: MOST_TOKENS,
    };
    const reply = new ModelReply();
    for await (const event of models.stream(request, giveUp)) reply.take(event);
    if (reply.fault !== null) throw new CallError(reply.fault);
    const took = Math.round(performance.now() - startedAt);
    return { ok: true, text: `It answers: “${reply.text.trim().slice(0, 60)}”, after ${took} ms.` };
  } catch (thrown) {
    return { ok: false, problem: giveUp.aborted ? noAnswer() : problemOf(thrown) };
  }
}

function noAnswer(): Diagnostic {
  return problem(
    'MODEL_TIMEOUT',
    `No whole answer came within ${PATIENCE_MS / 1000} s.`,
    'Check whether the server is busy or still loads the model, then try again.',
  );
}

function problemOf(thrown: unknown): Diagnostic {
  if (thrown instanceof CallError) return thrown.diagnostic;
  return problem('MODEL_UNREACHABLE', 'It did not answer.', thrown instanceof Error ? thrown.message : '');
}
