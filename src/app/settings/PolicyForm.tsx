import { type FormEvent, useEffect, useRef, useState } from 'react';
import { count, escapeControls, isJsonObject, type JsonObject, jsonOf, setAt } from '#base';
import { checkPolicy, coveredBy, type Policy, policyJsonSchema, readPolicy } from '#plan';
import { type CallOfRun, rulingsOn, shortValue } from '#projection';
import { useSuggestionsOfPlan } from '../design/useSuggestionsOfPlan';
import { SuggestionsContext } from '../forms/completion';
import { SchemaForm } from '../forms/SchemaForm';
import { DialogFormContext, useDialogForm } from '../forms/useDraft';
import { becameOf } from '../library/ItemFrame';
import { Caution } from '../parts/Banner';
import { Button } from '../parts/Button';
import { keyDown } from '../parts/browser';
import { Pill } from '../parts/Pill';
import { PolicySentence } from '../ui/CallWords';
import styles from './PoliciesTab.module.css';
import settings from './SettingsDialog.module.css';

interface PolicyFormProps {
  /** The place of the sentence that is edited; null for a new one, which will stand before all others. */
  readonly place: number | null;
  readonly policies: readonly Policy[];
  readonly calls: readonly CallOfRun[] | null;
  readonly onSave: (policies: readonly Policy[]) => void;
  readonly onCancel: () => void;
}

/** A sentence about calls (P13): what is to be done with which, and when; its fields are those of the schema (E5). */
export function PolicyForm({ place: opened, policies, calls, onSave, onCancel }: PolicyFormProps) {
  const suggestions = useSuggestionsOfPlan();
  const form = useRef<HTMLFormElement>(null);
  const [fields, isHeld] = useDialogForm();
  const [edited] = useState(() => (opened === null ? undefined : policies[opened]));
  const place = edited === undefined ? null : placeOf(policies, edited, opened);
  const [draft, setDraft] = useState<JsonObject>(() => (edited === undefined ? ASKS : jsonOf(edited)));
  // It takes the place of the button that asked for it.
  useEffect(() => form.current?.querySelector('select')?.focus(), []);
  const policy = readPolicy(trimmed(draft));
  const problems = policy.ok ? checkPolicy(policy.value) : policy.problem;
  const after =
    policy.ok && problems.length === 0 && !isHeld ? withPolicy(policies, place, policy.value) : null;
  const above = after === null ? null : coveredBy(after, place ?? 0);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (after !== null) onSave(after);
  };
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={opened === null ? 'New sentence' : `Sentence ${opened + 1}`}
      onSubmit={save}
      onKeyDown={keyDown((event) => {
        // A list of suggestions is closed by it first.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // It leaves the form, and not the dialog around it.
        event.preventDefault();
        event.stopPropagation();
        onCancel();
      })}
    >
      <DialogFormContext value={fields}>
        <SuggestionsContext value={suggestions}>
          <SchemaForm
            schema={SENTENCE}
            only={['then', 'when']}
            value={draft}
            mode="literal"
            flat
            problems={problems}
            onChange={(path, value) => {
              setDraft((before) => setAt(before, path, value));
              return null;
            }}
          />
        </SuggestionsContext>
      </DialogFormContext>
      {opened !== null && place === null && (
        <Caution role="status">
          This sentence was changed or removed in another tab. What you save is added before all others.
        </Caution>
      )}
      {/* Above what is said of the draft, so that it stays under the pointer when a field that is left says more. */}
      <div className={settings.actions}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={after === null}>
          Save sentence
        </Button>
      </div>
      {after !== null && policy.ok && (
        <>
          <p className={styles.reads} role="status">
            Reads: <PolicySentence policy={policy.value} />.{' '}
            {calls !== null && (
              <LastRunSays before={policies} after={after} place={place ?? 0} calls={calls} />
            )}
          </p>
          {above !== null && (
            <p className={styles.never}>
              <Pill tone="wait">never applies</Pill> sentence {above + 1} decides all its calls
            </p>
          )}
          {calls !== null && <EditChanges before={policies} after={after} calls={calls} />}
        </>
      )}
    </form>
  );
}

// biome-ignore lint/suspicious/noThenProperty: a word of the format (P13).
const ASKS: JsonObject = { then: 'ask' };

/** Other policies are switches; a sentence says what to do. */
const SENTENCE: JsonObject = { ...policyJsonSchema(), required: ['then'] };

/** What is typed, without the space around it; hosts have no capitals. */
function trimmed(draft: JsonObject): JsonObject {
  const when = isJsonObject(draft.when) ? draft.when : {};
  const texts = Object.entries(when).flatMap(([name, text]) => {
    const plain = String(text).trim();
    return plain === '' ? [] : [[name, name === 'host' ? plain.toLowerCase() : plain]];
  });
  return { ...draft, when: Object.fromEntries(texts) };
}

/** Where a sentence stands now, whatever was done meanwhile in another tab; null where it is there no more. */
export function placeOf(policies: readonly Policy[], edited: Policy, opened: number | null): number | null {
  const isIt = (one: Policy | undefined) => one !== undefined && becameOf(edited, one) === 'same';
  if (opened !== null && isIt(policies[opened])) return opened;
  const found = policies.findIndex(isIt);
  return found < 0 ? null : found;
}

/** A new one stands before all others. */
function withPolicy(policies: readonly Policy[], place: number | null, policy: Policy): readonly Policy[] {
  return place === null ? [policy, ...policies] : policies.with(place, policy);
}

type Then = NonNullable<Policy['then']>;
const WOULD: Readonly<Record<Then, string>> = {
  allow: 'have allowed',
  ask: 'have asked before',
  deny: 'have denied',
};

interface LastRunSaysProps {
  readonly before: readonly Policy[];
  readonly after: readonly Policy[];
  /** Of the sentence, in those after. */
  readonly place: number;
  readonly calls: readonly CallOfRun[];
}

/** What a sentence would have said to the calls of the last run, if it stood at its place among the others (P13). */
function LastRunSays({ before, after, place, calls }: LastRunSaysProps) {
  const decided = rulingsOn(after, calls).filter((ruling) => ruling.policy === place);
  const changed = editedCalls(before, after, calls).filter(
    ({ call, was, is }) => was !== is && decided.some((ruling) => ruling.call === call),
  );
  const names = [...new Set(decided.map(({ call }) => call.capability))].join(', ');
  if (decided.length === 0) return <>In the last run it would have fitted no call.</>;
  return (
    <>
      In the last run it would {WOULD[after[place]?.then ?? 'allow']} {decided.length} of{' '}
      {count(calls.length, 'call')} ({names});{' '}
      {changed.length === 0 ? 'that is as it is now.' : `for ${changed.length} that is new.`}
    </>
  );
}

/** A call of the last run for which the sentence that is edited decides, or did before the edit. */
interface EditedCall {
  readonly call: CallOfRun;
  readonly was: Then | null;
  readonly is: Then | null;
}

function editedCalls(
  before: readonly Policy[],
  after: readonly Policy[],
  calls: readonly CallOfRun[],
): readonly EditedCall[] {
  const verdicts = (policies: readonly Policy[]) =>
    new Map(rulingsOn(policies, calls).map(({ call, verdict }) => [call, verdict]));
  const [was, is] = [verdicts(before), verdicts(after)];
  return calls.map((call) => ({ call, was: was.get(call) ?? null, is: is.get(call) ?? null }));
}

/** So many are listed. */
const MOST_LISTED = 8;

/** Call by call what an edit would have changed in the last run; one that a sentence leaves falls to those below it. */
function EditChanges({ before, after, calls }: Omit<LastRunSaysProps, 'place'>) {
  const changed = editedCalls(before, after, calls).filter(({ was, is }) => was !== is);
  if (changed.length === 0) return null;
  return (
    <section className={styles.changes} aria-labelledby="edit-changes">
      <h4 id="edit-changes">What your edit changes in the last run</h4>
      <ul>
        {changed.slice(0, MOST_LISTED).map(({ call, was, is }) => (
          <li key={call.address}>
            <span>
              <code>{escapeControls(call.capability)}</code> at {call.seq + 1}
            </span>{' '}
            <span>
              {SAYS[was ?? 'open']} → <b>{SAYS[is ?? 'open']}</b>, {shortValue(call.input)}
            </span>
          </li>
        ))}
      </ul>
      {changed.length > MOST_LISTED && <p>and {changed.length - MOST_LISTED} more</p>}
    </section>
  );
}

/** `open`: it depends on what is not known. */
const SAYS: Readonly<Record<Then | 'open', string>> = {
  allow: 'allowed',
  ask: 'asks',
  deny: 'denied',
  open: 'open',
};
