import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { Select } from '../parts/Input';
import { useEditor } from '../state/session';
import { Field } from '../ui/Field';
import { askedGuards } from './askedGuards';
import styles from './EventsTab.module.css';
import { guardAsked } from './machineStore';
import { answerGuard, type Simulation } from './simulation';

/** M7: a guard that is only a name is asked for; until then it says no. */
export function GuardAnswers({ now }: { readonly now: Simulation }) {
  const editor = useEditor();
  const names = askedGuards(now.plan);
  const ref = useRef<HTMLFieldSetElement>(null);
  const asked = useStore(guardAsked, (state) => state.asked);
  useEffect(() => {
    if (!asked) return;
    guardAsked.setState({ asked: false });
    ref.current?.querySelector('select')?.focus();
  }, [asked]);
  if (names.length === 0) return null;
  return (
    <fieldset ref={ref} className={styles.guards} aria-label="Guards">
      <h3>Guards that are only names</h3>
      {names.map((name) => (
        <Field key={name} label={name}>
          {(ids) => (
            <Select
              {...ids}
              value={now.guards[name] === undefined ? '' : String(now.guards[name])}
              onChange={({ target }) =>
                answerGuard(editor, name, target.value === '' ? undefined : target.value === 'true')
              }
            >
              <option value="">Not answered: it says no</option>
              <option value="true">Yes</option>
              <option value="false">No</option>
            </Select>
          )}
        </Field>
      ))}
    </fieldset>
  );
}
