import { useQuery } from '@tanstack/react-query';
import { ArrowUp, GripVertical, Lock, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { count, escapeControls, escapeControlsInJson } from '#base';
import { coveredBy, mayPlan, type Policy, withPlanning } from '#plan';
import { type CallOfRun, type CallOutcome, ruledCalls, rulingsOn, shortValue } from '#projection';
import { Button } from '../parts/Button';
import { keyDown } from '../parts/browser';
import { cx } from '../parts/cx';
import { Checkbox } from '../parts/Input';
import { Pill, type Tone } from '../parts/Pill';
import { Segments } from '../parts/Tabs';
import { usePages } from '../parts/VirtualList';
import { useShownRun } from '../run/runStore';
import { storedQuery } from '../state/services';
import { useDocument, useSession } from '../state/session';
import { PolicySentence, PolicyVerdict } from '../ui/CallWords';
import styles from './PoliciesTab.module.css';
import { PolicyForm } from './PolicyForm';
import settings from './SettingsDialog.module.css';

/** What plans may do (P13): the first sentence that fits decides. */
export function PoliciesTab() {
  const { editor } = useSession();
  const policies = useDocument(({ workspace }) => workspace.policies);
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const [moved, setMoved] = useState('');
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const endDrag = () => {
    setDragged(null);
    setOver(null);
  };
  const list = useRef<HTMLOListElement>(null);
  const calls = useCallsOfLastRun();
  const rulings = calls === null ? null : rulingsOn(policies, calls);
  const decidedBy = (place: number | null) => rulings?.filter(({ policy }) => policy === place).length;
  const change = (label: string, next: readonly Policy[]) =>
    editor.edit({ edit: 'set-policies', policies: next }, { label });
  const focus = (place: number) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus());
  const move = (from: number, to: number) => {
    if (to < 0 || to >= policies.length || to === from) return;
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
    <section className={styles.policies} aria-label="Policies">
      <p className={settings.muted}>
        What plans of this workspace may do, those made by a model too. The first sentence that fits decides.
      </p>
      <p className="visually-hidden" role="status">
        {moved}
      </p>
      <div className={styles.head} aria-hidden>
        <span>The first sentence that fits decides</span>
        <span className={styles.where}>Where</span>
        <span className={styles.decided}>Last run</span>
      </div>
      <ol className={styles.list} ref={list}>
        {policies.map((policy, index) =>
          open === index ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a policy is its place; it has no other name.
            <li key={index} className={styles.edited}>
              {form(index)}
            </li>
          ) : (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the same.
              key={index}
              className={cx(styles.row, dragged !== null && over === index && styles.over)}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                setOver(index);
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== null) move(dragged, index);
                endDrag();
              }}
            >
              <span
                className={styles.handle}
                aria-hidden
                data-tip="Drag to move"
                draggable
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move';
                  // Firefox drags nothing without data.
                  event.dataTransfer.setData('text/plain', String(index));
                  setDragged(index);
                }}
                onDragEnd={endDrag}
              >
                <GripVertical size={16} />
              </span>
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
                  <NeverApplies above={coveredBy(policies, index)} />
                </button>
              )}
              <span className={styles.where}>all plans</span>
              <Decided number={policy.then === undefined ? undefined : decidedBy(index)} />
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
        <li className={cx(styles.row, styles.last)}>
          <span className={styles.handle} aria-hidden>
            <Lock size={16} />
          </span>
          <span className={styles.rest}>
            <PolicyVerdict verdict="ask" /> calls that a model has chosen and that may change something;
            everything else is allowed
          </span>
          <span className={styles.where}>cannot be removed</span>
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
      <p className={settings.muted}>
        Sentences are read twice: when a plan is checked, and again before each call. They can only take away:
        a plan never gets more than its tools and your approvals.
      </p>
    </section>
  );
}

/** A sentence whose calls are all decided by one above it. */
function NeverApplies({ above }: { readonly above: number | null }) {
  if (above === null) return null;
  return (
    <span className={styles.never}>
      <Pill tone="wait">never applies</Pill> sentence {above + 1} decides all its calls
    </span>
  );
}

/** Where a key with Alt moves a sentence. */
const WAYS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Of how many calls of the last run a sentence would decide; nothing where there was no run. */
function Decided({ number }: { readonly number: number | undefined }) {
  if (number === undefined) return null;
  return (
    <span className={styles.decided}>
      {number === 0 ? 'no call' : count(number, 'call')}
      <span className="visually-hidden"> of the last run</span>
    </span>
  );
}

function movedTo(policies: readonly Policy[], from: number, to: number): readonly Policy[] {
  return policies.toSpliced(from, 1).toSpliced(to, 0, ...policies.slice(from, from + 1));
}

const SAID: Readonly<Record<CallOutcome, { readonly word: string; readonly tone: Tone }>> = {
  unasked: { word: 'allowed', tone: 'ok' },
  approved: { word: 'approved', tone: 'ok' },
  rejected: { word: 'rejected', tone: 'bad' },
  denied: { word: 'denied', tone: 'bad' },
  unanswered: { word: 'not answered', tone: 'wait' },
};

/** The calls of the last run, those that it asked about or was denied first of all, and what became of each (P13, K15). */
function LastRunCalls({ calls }: { readonly calls: readonly CallOfRun[] }) {
  const [which, setWhich] = useState<'told' | 'all'>('told');
  const told = calls.filter(({ became }) => became !== 'unasked');
  const denied = calls.filter(({ became }) => became === 'denied').length;
  return (
    <section className={styles.lastRun} aria-labelledby="calls-of-last-run">
      <h3 id="calls-of-last-run">In the last run</h3>
      <p className={styles.counts}>
        {count(calls.length - told.length, 'call')} allowed, {told.length - denied} asked about, {denied}{' '}
        denied
      </p>
      <Segments<'told' | 'all'>
        label="Calls of the last run"
        chosen={which}
        onChoose={setWhich}
        segments={[
          { id: 'told', title: `Asked and denied (${told.length})` },
          { id: 'all', title: `All (${calls.length})` },
        ]}
      />
      <CallList calls={which === 'all' ? calls : told} />
    </section>
  );
}

function CallList({ calls }: { readonly calls: readonly CallOfRun[] }) {
  const { first, end, before, after } = usePages(calls.length, 'calls');
  if (calls.length === 0) return <p className={styles.counts}>None.</p>;
  return (
    <>
      {before}
      <ol className={styles.list}>
        {calls.slice(first, end).map((call) => (
          <li key={call.address} className={styles.row}>
            <span className={styles.at} title="Entry of the ledger">
              {call.seq + 1}
            </span>
            <span className={styles.call}>
              <b>{escapeControls(call.capability)}</b> {hostIn(call)}
              <small>{escapeControlsInJson(shortValue(call.input))}</small>
            </span>
            <Pill tone={SAID[call.became].tone}>{SAID[call.became].word}</Pill>
          </li>
        ))}
      </ol>
      {after}
    </>
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
      const [newest] = (await runs.page({ workspace: id, most: 1 })).lines;
      return newest === undefined ? null : ruledCalls(await runs.read(newest.runId));
    }),
  );
  return data;
}
