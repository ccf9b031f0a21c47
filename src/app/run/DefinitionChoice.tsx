import { useId } from 'react';
import type { Diagnostic, Result } from '#base';
import type { Definition, Foreseen } from '#runtime';
import { counted } from '../parts/counted';
import styles from './GoOnDialog.module.css';

/** What comes of a definition. */
interface Way {
  readonly definition: Definition;
  readonly outcome: Result<{ readonly foreseen: Foreseen }, readonly Diagnostic[]>;
}

interface Props {
  readonly ways: readonly Way[];
  /** What was edited since, in words. */
  readonly edits: readonly string[];
  readonly chosen: Definition;
  readonly onChoose: (definition: Definition) => void;
}

const TITLES: Readonly<Record<Definition, string>> = {
  current: 'As it is now',
  recorded: 'As it was',
};

/** D1: a plan that was edited since its run: with which of the two the new run goes on. */
export function DefinitionChoice({ ways, edits, chosen, onChoose }: Props) {
  const group = useId();
  return (
    <div role="radiogroup" aria-labelledby={`${group}-title`}>
      <h3 id={`${group}-title`} className={styles.title}>
        Which definition
      </h3>
      <div className={styles.choices}>
        {ways.map(({ definition, outcome }) => (
          <label key={definition} className={styles.choice}>
            <input
              type="radio"
              name={group}
              checked={definition === chosen}
              onChange={() => onChoose(definition)}
            />
            <span>
              {TITLES[definition]}
              <small>{outcome.ok ? countsOf(outcome.value.foreseen) : 'It has errors and cannot run.'}</small>
              {definition === 'current' && edits.map((edit) => <small key={edit}>{edit}</small>)}
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}

function countsOf({ reused, again, asks }: Foreseen): string {
  return `${counted(reused.length, 'step')} reused, ${again.length + asks.length} called again at once.`;
}
