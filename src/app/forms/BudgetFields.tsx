import { type Diagnostic, ok, type Result } from '#base';
import type { Budget } from '#kernel';
import { Input } from '../parts/Input';
import { Field } from '../ui/Field';
import styles from './BudgetFields.module.css';
import { readNumber } from './numbers';

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

/** A budget as it is typed; an empty text is no limit. */
export interface BudgetDraft {
  readonly calls: string;
  readonly minutes: string;
  readonly tokens: string;
  readonly money: string;
}

export type BudgetPart = keyof BudgetDraft;

const MINUTE_MS = 60_000;
const MICRO = 1_000_000;
/** Of anything: more is no limit. */
const MOST = 1_000_000_000;

export function draftOfBudget({ calls, wallTimeMs, tokens, microUnits }: Budget): BudgetDraft {
  const text = (amount: number | undefined, unit = 1) => (amount === undefined ? '' : String(amount / unit));
  return {
    calls: text(calls),
    minutes: text(wallTimeMs, MINUTE_MS),
    tokens: text(tokens),
    money: text(microUnits, MICRO),
  };
}

/** @returns null for no limit, or `NUMBER_INVALID` */
export function readPart(part: BudgetPart, text: string): Result<number | null, Diagnostic> {
  if (text.trim() === '') return ok(null);
  const isWhole = part === 'calls' || part === 'tokens';
  return readNumber(text, { integer: isWhole, minimum: isWhole ? 1 : 0.01, maximum: MOST });
}

/** @returns null while one of them is no limit */
export function budgetOfDraft(draft: BudgetDraft): Budget | null {
  const calls = readPart('calls', draft.calls);
  const minutes = readPart('minutes', draft.minutes);
  const tokens = readPart('tokens', draft.tokens);
  const money = readPart('money', draft.money);
  if (!calls.ok || !minutes.ok || !tokens.ok || !money.ok) return null;
  return {
    ...(calls.value === null ? {} : { calls: calls.value }),
    ...(minutes.value === null ? {} : { wallTimeMs: Math.round(minutes.value * MINUTE_MS) }),
    ...(tokens.value === null ? {} : { tokens: tokens.value }),
    ...(money.value === null ? {} : { microUnits: Math.round(money.value * MICRO) }),
  };
}
