import { useQuery } from '@tanstack/react-query';
import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { count, escapeControls, escapeControlsInJson } from '#base';
import { mayPlan, type Policy, withPlanning } from '#plan';
import { type CallOfRun, type CallOutcome, ruledCalls, rulingsOn, shortValue } from '#projection';
import { Button } from '../parts/Button';
import { Checkbox } from '../parts/Input';
import { keyDown } from '../parts/keyDown';
import { Pill, type Tone } from '../parts/Pill';
import { useShownRun } from '../run/runStore';
import { storedQuery } from '../state/services';
import { useDocument, useSession } from '../state/session';
import { PolicySentence, PolicyVerdict } from '../ui/PolicySentence';
import styles from './PoliciesTab.module.css';
import { PolicyForm } from './PolicyForm';
import settings from './SettingsDialog.module.css';

/** What plans may do (P13): the first sentence that fits decides. */
export function PoliciesTab() {
  const { editor } = useSession();
  const policies = useDocument(({ workspace }) => workspace.policies);
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const [moved, setMoved] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const calls = useCallsOfLastRun();
  const rulings = calls === null ? null : rulingsOn(policies, calls);
  const decidedBy = (place: number | null) => rulings?.filter(({ policy }) => policy === place).length;
  const change = (label: string, next: readonly Policy[]) =>
    editor.edit({ edit: 'set-policies', policies: next }, { label });
  const focus = (place: number) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus());
  const move = (from: number, to: number) => {
    if (to < 0 || to >= policies.length) return;
    change('Move policy', movedTo(policies, from, to));
    setMoved(`Sentence ${from + 1} is now ${to + 1} of ${policies.length}.`);
    focus(to);
  };
  const form = (place: number | null) => (
    <PolicyForm
      place={place}
      policies={policies}
      calls={calls}
      onCancel={() => {
        setOpen(null);
        if (place !== null) focus(place);
      }}
      onSave={(next) => {
        change(place === null ? 'Add policy' : 'Change policy', next);
        setOpen(null);
        focus(place ?? 0);
      }}
    />
  );
  return (
    <>
      <p className={settings.muted}>
        What plans of this workspace may do, those made by a model too. The first sentence that fits decides.
      </p>
      <p className="visually-hidden" role="status">
        {moved}
      </p>
      <ol className={styles.list} ref={list}>
        {policies.map((policy, index) =>
          open === index ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a policy is its place; it has no other name.
            <li key={index} className={styles.edited}>
              {form(index)}
            </li>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same.
            <li key={index} className={styles.row}>
              {policy.then === undefined ? (
                <PolicySentence policy={policy} />
              ) : (
                <button
                  type="button"
                  className={styles.sentence}
                  aria-describedby="policy-keys"
                  data-place={index}
                  onClick={() => setOpen(index)}
                  onKeyDown={keyDown((event) => {
                    if (!event.altKey || !(event.key in WAYS)) return;
                    event.preventDefault();
                    move(index, index + (WAYS[event.key] ?? 0));
                  })}
                >
                  <PolicySentence policy={policy} />
                </button>
              )}
              {policy.then !== undefined && <Decided number={decidedBy(index)} />}
              <Button
                icon={ArrowUp}
                aria-label={`Move sentence ${index + 1} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <Button
                icon={Trash2}
                aria-label={`Remove sentence ${index + 1}`}
                onClick={() => {
                  setOpen(null);
                  change('Remove policy', policies.toSpliced(index, 1));
                }}
              />
            </li>
          ),
        )}
        <li className={styles.row}>
          <span className={styles.rest}>
            <PolicyVerdict verdict="ask" /> calls that a model has chosen and that may change something;
            everything else is allowed. This comes last and cannot be removed.
          </span>
          <Decided number={decidedBy(null)} />
        </li>
      </ol>
      {policies.length > 0 && (
        <p id="policy-keys" className={settings.muted}>
          Enter on a sentence edits it; Alt with the arrows up and down moves it.
        </p>
      )}
      <Checkbox
        label="Planners may make plans"
        checked={mayPlan(policies)}
        onChange={({ target }) => change('Change policy', withPlanning(policies, target.checked))}
      />
      {open === 'new' ? (
        form(null)
      ) : (
        <div className={settings.actions}>
          <Button variant="outline" icon={Plus} onClick={() => setOpen('new')}>
            Add a sentence
          </Button>
        </div>
      )}
      {calls !== null && <LastRunCalls calls={calls} />}
    </>
  );
}

/** Where a key with Alt moves a sentence. */
const WAYS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Of how many calls of the last run a sentence would decide; nothing where there was no run. */
function Decided({ number }: { readonly number: number | undefined }) {
  if (number === undefined) return null;
  return (
    <span className={styles.decided}>{number === 0 ? 'no call' : count(number, 'call')} of the last run</span>
  );
}

function movedTo(policies: readonly Policy[], from: number, to: number): readonly Policy[] {
  return policies.toSpliced(from, 1).toSpliced(to, 0, ...policies.slice(from, from + 1));
}

const SAID: Readonly<
  Record<Exclude<CallOutcome, 'unasked'>, { readonly word: string; readonly tone: Tone }>
> = {
  approved: { word: 'approved', tone: 'ok' },
  rejected: { word: 'rejected', tone: 'bad' },
  denied: { word: 'denied', tone: 'bad' },
  unanswered: { word: 'not answered', tone: 'wait' },
};

/** The calls that the last run asked about or was denied, and what became of each (P13, K15). */
function LastRunCalls({ calls }: { readonly calls: readonly CallOfRun[] }) {
  const told = calls.flatMap((call) =>
    call.became === 'unasked' ? [] : [{ call, said: SAID[call.became] }],
  );
  const denied = calls.filter(({ became }) => became === 'denied').length;
  return (
    <section className={styles.lastRun} aria-labelledby="calls-of-last-run">
      <h3 id="calls-of-last-run">In the last run</h3>
      <p className={styles.counts}>
        {count(calls.length - told.length, 'call')} allowed, {told.length - denied} asked about, {denied}{' '}
        denied
      </p>
      {told.length > 0 && (
        <ol className={styles.list}>
          {told.map(({ call, said }) => (
            <li key={call.address} className={styles.row}>
              <span className={styles.at} title="Entry of the ledger">
                {call.seq + 1}
              </span>
              <span className={styles.call}>
                <b>{escapeControls(call.capability)}</b> {hostIn(call)}
                <small>{escapeControlsInJson(shortValue(call.input))}</small>
              </span>
              <Pill tone={said.tone}>{said.word}</Pill>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function hostIn({ destination }: CallOfRun): string {
  return typeof destination === 'object' ? `to ${destination.host}` : '';
}

/** The calls of the run that is shown, else of the newest of the workspace; null while there is none. */
function useCallsOfLastRun(): readonly CallOfRun[] | null {
  const { id } = useSession();
  const shown = useShownRun((run) => run);
  const key = [id, 'last calls', shown?.runId, shown?.commits.length];
  const { data = null } = useQuery(
    storedQuery('runs', key, async ({ runs }) => {
      if (shown !== null) return ruledCalls(shown.commits);
      const [newest] = await runs.list(id);
      return newest === undefined ? null : ruledCalls(await runs.read(newest.runId));
    }),
  );
  return data;
}
