import { type FormEvent, useState } from 'react';
import { count, escapeControls, problem } from '#base';
import { compileExpression, coveredBy, type Effect, isHostPattern, type Policy } from '#plan';
import { type CallOfRun, rulingsOn, shortValue } from '#projection';
import { SuggestInput } from '../forms/SuggestInput';
import { Button } from '../parts/Button';
import { Input, Select } from '../parts/Input';
import { keyDown } from '../parts/keyDown';
import { Pill } from '../parts/Pill';
import { useEditor } from '../state/session';
import { Field } from '../ui/Field';
import { PolicySentence } from '../ui/PolicySentence';
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

/** A sentence about calls (P13): what is to be done with which, and when. */
export function PolicyForm({ place, policies, calls, onSave, onCancel }: PolicyFormProps) {
  const { catalogue } = useEditor();
  const edited = (place === null ? undefined : policies[place]) ?? {};
  const [draft, setDraft] = useState(() => draftOf(edited));
  const change = (part: Partial<PolicyDraft>) => setDraft((before) => ({ ...before, ...part }));
  const policy = policyOf(draft, edited);
  const { capability, effect, host, argument } = draft;
  const wrong = policy.when?.argument === undefined ? null : compileExpression(policy.when.argument);
  const named = policy.when?.host;
  const wrongHost = named === undefined || isHostPattern(named) ? null : NOT_A_HOST;
  const isWrong = wrong?.ok === false || wrongHost !== null;
  const after = place === null ? [policy, ...policies] : policies.with(place, policy);
  const above = coveredBy(after, place ?? 0);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrong) onSave(after);
  };
  return (
    <form
      className={styles.form}
      aria-label={place === null ? 'New sentence' : `Sentence ${place + 1}`}
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
      <Field label="What to do">
        {(ids) => (
          <Select
            {...ids}
            // Asked for by the button that it takes the place of.
            autoFocus
            value={draft.verdict}
            onChange={({ target }) => change({ verdict: verdictIn(target.value) })}
          >
            <option value="ask">Ask before</option>
            <option value="deny">Deny</option>
            <option value="allow">Allow</option>
          </Select>
        )}
      </Field>
      <Field
        label="Which calls"
        hint="A capability, or the beginning of several with * behind it; every call when empty."
      >
        {(ids) => (
          <SuggestInput
            {...ids}
            mono
            suggestions={[...catalogue.values()].map(({ id, title }) => ({ value: id, note: title }))}
            value={capability}
            onCommit={(next) => {
              change({ capability: next });
              return null;
            }}
          />
        )}
      </Field>
      <Field label="With which effect">
        {(ids) => (
          <Select
            {...ids}
            value={effect}
            onChange={({ target }) => change({ effect: effectIn(target.value) })}
          >
            <option value="">any</option>
            {EFFECTS.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="To which host"
        hint="Where the call goes, such as api.example.com, or *.example.com for all hosts under it; anywhere when empty."
        problem={wrongHost}
      >
        {(ids) => (
          <Input {...ids} mono value={host} onChange={({ target }) => change({ host: target.value })} />
        )}
      </Field>
      <Field
        label="When"
        hint="An expression over the arguments, such as input.amount > 500; always when empty."
        problem={wrong?.ok === false ? wrong.problem : null}
      >
        {(ids) => (
          <Input
            {...ids}
            mono
            value={argument}
            onChange={({ target }) => change({ argument: target.value })}
          />
        )}
      </Field>
      {/* Above what is said of the draft, so that it stays under the pointer when a field that is left says more. */}
      <div className={settings.actions}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary">
          Save sentence
        </Button>
      </div>
      {!isWrong && (
        <p className={styles.reads} role="status">
          Reads: <PolicySentence policy={policy} />.{' '}
          {calls !== null && <LastRunSays before={policies} after={after} place={place ?? 0} calls={calls} />}
        </p>
      )}
      {!isWrong && above !== null && (
        <p className={styles.never}>
          <Pill tone="wait">never applies</Pill> sentence {above + 1} decides all its calls
        </p>
      )}
      {!isWrong && calls !== null && <EditChanges before={policies} after={after} calls={calls} />}
    </form>
  );
}

const NOT_A_HOST = problem(
  'POLICY_HOST_INVALID',
  'This is not a host.',
  'Leave out scheme, port and path: api.example.com, or *.example.com.',
);

/** What is typed into the form. */
interface PolicyDraft {
  readonly verdict: NonNullable<Policy['then']>;
  readonly capability: string;
  readonly effect: Effect | '';
  readonly host: string;
  readonly argument: string;
}

function draftOf({ then: verdict = 'ask', when = {} }: Policy): PolicyDraft {
  const { capability = '', effect = '', host = '', argument = '' } = when;
  return { verdict, capability, effect: effectIn(effect), host, argument };
}

/** What the form says, and what else the policy that is edited holds. */
function policyOf({ verdict, capability, effect, host, argument }: PolicyDraft, edited: Policy): Policy {
  return {
    ...edited,
    when: {
      ...(capability.trim() !== '' && { capability: capability.trim() }),
      ...(effect !== '' && { effect }),
      ...(host.trim() !== '' && { host: host.trim().toLowerCase() }),
      ...(argument.trim() !== '' && { argument: argument.trim() }),
    },
    // biome-ignore lint/suspicious/noThenProperty: a word of the format (P13).
    then: verdict,
  };
}

const EFFECTS: readonly Effect[] = ['pure', 'read', 'write', 'unknown'];

function verdictIn(value: string): NonNullable<Policy['then']> {
  return value === 'deny' || value === 'allow' ? value : 'ask';
}

function effectIn(value: string): Effect | '' {
  return EFFECTS.find((one) => one === value) ?? '';
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
