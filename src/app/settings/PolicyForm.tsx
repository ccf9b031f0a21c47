import { type FormEvent, useState } from 'react';
import { count, problem } from '#base';
import { compileExpression, type Effect, isHostPattern, type Policy } from '#plan';
import { type CallOfRun, rulingsOn } from '#projection';
import { SuggestInput } from '../forms/SuggestInput';
import { Button } from '../parts/Button';
import { Input, Select } from '../parts/Input';
import { keyDown } from '../parts/keyDown';
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
      {!isWrong && (
        <p className={styles.reads} role="status">
          Reads: <PolicySentence policy={policy} />.{' '}
          {calls !== null && <LastRunSays before={policies} after={after} place={place ?? 0} calls={calls} />}
        </p>
      )}
      <div className={settings.actions}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary">
          Save sentence
        </Button>
      </div>
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
  const now = rulingsOn(before, calls);
  const decided = rulingsOn(after, calls).filter((ruling) => ruling.policy === place);
  const changed = decided.filter(
    ({ call, verdict }) => now.find((ruling) => ruling.call === call)?.verdict !== verdict,
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
