import { PlugZap } from 'lucide-react';
import { useState } from 'react';
import { type Diagnostic, problem } from '#base';
import { type Checkup, kindOf } from '#models';
import { CallError, ModelReply } from '#runtime';
import type { VaultEntry } from '#storage';
import { Button } from '../parts/Button';
import { Select } from '../parts/Input';
import { useKept } from '../parts/kept';
import { sayThrown } from '../state/sayTrouble';
import { type Session, useSession } from '../state/session';
import { modelsOfPage, useVault } from '../state/slots';

import { Field } from '../ui/Field';
import { ProblemNote } from '../ui/ProblemList';
import { CheckupList, checkByPage } from './CheckupList';
import { type ConnectionDraft, ConnectionFields, FIRST_KIND, keepingOf } from './ConnectionFields';

import styles from './SettingsDialog.module.css';

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
export function ConnectionForm({ model, modelName, slot, suggestedUrl, placeholderUrl, joined }: Props) {
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
export type TestVerdict =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: Diagnostic };

const PATIENCE_MS = 60_000;
/** One word, and what a model that thinks may think before it: that counts as well. */
const MOST_TOKENS = 4_000;

/** Asks the model for one word. What it refuses with is told with what to do about it (case F8). */
export async function testModel(session: Session, modelId: string): Promise<TestVerdict> {
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
