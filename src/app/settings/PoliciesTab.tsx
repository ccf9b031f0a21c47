import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { count } from '#base';
import { mayPlan, type Policy, withPlanning } from '#plan';
import { rulingsOn } from '#projection';
import { Button } from '../parts/Button';
import { Checkbox } from '../parts/Input';
import { useDocument, useSession } from '../state/session';
import { PolicySentence, PolicyVerdict } from '../ui/PolicySentence';
import styles from './PoliciesTab.module.css';
import { PolicyForm } from './PolicyForm';
import settings from './SettingsDialog.module.css';
import { useCallsOfLastRun } from './useCallsOfLastRun';

/** What plans may do (P13): the first sentence that fits decides. */
export function PoliciesTab() {
  const { editor } = useSession();
  const policies = useDocument(({ workspace }) => workspace.policies);
  const [adding, setAdding] = useState(false);
  const calls = useCallsOfLastRun();
  const rulings = calls === null ? null : rulingsOn(policies, calls);
  const decidedBy = (place: number | null) => rulings?.filter(({ policy }) => policy === place).length;
  const change = (label: string, next: readonly Policy[]) =>
    editor.edit({ edit: 'set-policies', policies: next }, { label });
  return (
    <>
      <p className={settings.muted}>
        What plans of this workspace may do, those made by a model too. The first sentence that fits decides.
      </p>
      <ol className={styles.list}>
        {policies.map((policy, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a policy is its place; it has no other name.
          <li key={index} className={styles.row}>
            <PolicySentence policy={policy} />
            {policy.then !== undefined && <Decided number={decidedBy(index)} />}
            <Button
              icon={ArrowUp}
              aria-label={`Move sentence ${index + 1} up`}
              disabled={index === 0}
              onClick={() => change('Move policy', movedUp(policies, index))}
            />
            <Button
              icon={Trash2}
              aria-label={`Remove sentence ${index + 1}`}
              onClick={() => change('Remove policy', policies.toSpliced(index, 1))}
            />
          </li>
        ))}
        <li className={styles.row}>
          <span className={styles.rest}>
            <PolicyVerdict verdict="ask" /> calls that a model has chosen and that may change something;
            everything else is allowed. This comes last and cannot be removed.
          </span>
          <Decided number={decidedBy(null)} />
        </li>
      </ol>
      <Checkbox
        label="Planners may make plans"
        checked={mayPlan(policies)}
        onChange={({ target }) => change('Change policy', withPlanning(policies, target.checked))}
      />
      {adding ? (
        <PolicyForm
          others={policies}
          calls={calls}
          onCancel={() => setAdding(false)}
          onSave={(policy) => {
            change('Add policy', [policy, ...policies]);
            setAdding(false);
          }}
        />
      ) : (
        <div className={settings.actions}>
          <Button variant="outline" icon={Plus} onClick={() => setAdding(true)}>
            Add a sentence
          </Button>
        </div>
      )}
    </>
  );
}

/** Of how many calls of the last run a sentence would decide; nothing where there was no run. */
function Decided({ number }: { readonly number: number | undefined }) {
  if (number === undefined) return null;
  return (
    <span className={styles.decided}>{number === 0 ? 'no call' : count(number, 'call')} of the last run</span>
  );
}

function movedUp(policies: readonly Policy[], index: number): readonly Policy[] {
  const moved = policies[index];
  return moved === undefined ? policies : policies.toSpliced(index, 1).toSpliced(index - 1, 0, moved);
}
