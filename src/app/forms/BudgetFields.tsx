import { Input } from '../parts/Input';
import { Field } from '../ui/Field';
import styles from './BudgetFields.module.css';
import { type BudgetDraft, type BudgetPart, readPart } from './budgetDraft';

interface Props {
  readonly draft: BudgetDraft;
  readonly onChange: (draft: BudgetDraft) => void;
}

const LABELS: Readonly<Record<BudgetPart, string>> = {
  calls: 'Most calls',
  minutes: 'Longest, in minutes',
  tokens: 'Most tokens',
  money: 'Most money',
};

/** The limits of a run (K10): each may be left empty, and is no limit then. */
export function BudgetFields({ draft, onChange }: Props) {
  return (
    <div className={styles.fields}>
      {PARTS.map((part) => {
        const read = readPart(part, draft[part]);
        return (
          <Field
            key={part}
            label={LABELS[part]}
            problem={read.ok ? null : read.problem}
            hint={part === 'money' ? 'In the currency of the price of its models.' : undefined}
          >
            {(ids) => (
              <Input
                {...ids}
                inputMode="decimal"
                value={draft[part]}
                placeholder="no limit"
                onChange={({ target }) => onChange({ ...draft, [part]: target.value })}
              />
            )}
          </Field>
        );
      })}
    </div>
  );
}

const PARTS: readonly BudgetPart[] = ['calls', 'minutes', 'tokens', 'money'];
