import { Check } from 'lucide-react';
import type { ColumnChoice, ColumnReport } from '#capabilities';
import type { ColumnReading } from '#plan';
import { choiceWords } from '../tables/columnWords';
import styles from './TableView.module.css';

interface Props {
  readonly column: ColumnReport;
  /** Null gives the column back to what its cells say. */
  readonly onChoose: (reading: ColumnReading | null) => void;
}

/** The ways in which a column can be read, with how many cells fit and one of them before and after. */
export function ColumnChoices({ column, onChoose }: Props) {
  const { name, isSaid, choices, filled } = column;
  const isChosen = (choice: Pick<ColumnChoice, 'type' | 'notation'>) =>
    isSaid && choice.type === column.type && choice.notation === column.notation;
  return (
    <fieldset className={styles.choices}>
      <legend>Read “{name}” as</legend>
      <Choice title="Automatic" isChosen={!isSaid} onClick={() => onChoose(null)} />
      {choices.map((choice) => (
        <Choice
          key={choiceWords(choice)}
          title={choiceWords(choice)}
          note={`${choice.fits.toLocaleString('en')} of ${filled.toLocaleString('en')} fit · ${choice.example.written} → ${String(choice.example.value)}`}
          isChosen={isChosen(choice)}
          onClick={() => onChoose(readingOf(name, choice))}
        />
      ))}
      <Choice
        title="text"
        isChosen={isChosen({ type: 'text' })}
        onClick={() => onChoose({ name, type: 'text' })}
      />
    </fieldset>
  );
}

interface ChoiceProps {
  readonly title: string;
  readonly note?: string;
  readonly isChosen: boolean;
  readonly onClick: () => void;
}

function Choice({ title, note, isChosen, onClick }: ChoiceProps) {
  return (
    <button type="button" className={styles.choice} aria-pressed={isChosen} onClick={onClick}>
      {isChosen ? <Check aria-hidden /> : <span className={styles.blank} />}
      <span>{title}</span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </button>
  );
}

/** What a person says of a column by choosing this. */
export function readingOf(name: string, { type, unit, notation }: ColumnChoice): ColumnReading {
  return {
    name,
    type,
    ...(unit === undefined ? {} : { unit }),
    ...(notation === undefined ? {} : { read: notation }),
  };
}
