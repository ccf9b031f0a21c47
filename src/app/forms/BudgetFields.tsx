import { setAt } from '#base';
import type { Budget } from '#kernel';
import { runPartSchema } from '#plan';
import { budgetOf } from '../state/trust';
import { SchemaForm } from './SchemaForm';

const BUDGET = runPartSchema('budget');

interface Props {
  readonly budget: Budget;
  readonly onChange: (change: (budget: Budget) => Budget) => void;
}

/** The limits of a run (K10): each may be left empty, and is no limit then. */
export function BudgetFields({ budget, onChange }: Props) {
  return (
    <SchemaForm
      schema={BUDGET}
      value={{ ...budget }}
      mode="literal"
      inLine
      onChange={(path, value) => {
        onChange((old) => budgetOf(setAt({ ...old }, path, value)));
        return null;
      }}
    />
  );
}
