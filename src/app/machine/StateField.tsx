import type { ReactNode } from 'react';
import type { Diagnostic } from '#base';
import type { State } from '#plan';
import { FieldAt } from '../forms/FieldAt';
import { problemsInside, worstOf } from '../forms/formProblems';
import { Select } from '../parts/Input';
import { Field } from '../ui/Field';

interface Props {
  /** The field's name in what is edited around. */
  readonly of: string;
  readonly label: string;
  /** The chosen state's id. */
  readonly value: string | undefined;
  readonly states: Iterable<State>;
  /** What no choice means. */
  readonly none: ReactNode;
  /** Choices beside the states. */
  readonly others?: ReactNode;
  readonly disabled: boolean;
  /** Those of what is edited around. */
  readonly problems: readonly Diagnostic[];
  readonly onChoose: (state: string | undefined) => void;
}

/** Chooses a state by its name. */
export function StateField({ of, label, value, states, none, others, disabled, problems, onChoose }: Props) {
  return (
    <FieldAt of={of}>
      <Field label={label} problem={worstOf(problemsInside(problems, `/${of}`))}>
        {(ids) => (
          <Select
            {...ids}
            disabled={disabled}
            value={value ?? ''}
            onChange={({ target }) => onChoose(target.value === '' ? undefined : target.value)}
          >
            <option value="">{none}</option>
            {others}
            {[...states].map(({ id, name }) => (
              <option key={id} value={id}>
                {name ?? id}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FieldAt>
  );
}
