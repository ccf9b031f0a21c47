import type { Diagnostic } from '#base';
import type { CapabilityPlan } from '#plan';
import { FieldAt } from '../forms/FieldAt';
import type { Change } from '../forms/form';
import { problemsInside, worstOf } from '../forms/problems';
import { useDocument } from '../state/session';
import { Field } from '../ui/Field';
import { asJson } from './asJson';
import { FeatureChoice } from './FeatureChoice';

interface Props {
  readonly plan: CapabilityPlan;
  readonly disabled: boolean;
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** Guards that the whole plan has to pass, and observers of it (L4); shown where the workspace has features. */
export function PlanFeatures({ plan, disabled, problems, onChange }: Props) {
  const known = useDocument(({ workspace }) => workspace.features.length > 0);
  if (!known && plan.features === undefined) return null;
  return (
    <FieldAt of="features">
      <Field
        label="Features"
        hint="Asked and told for the plan as a whole, before it begins and when it has ended."
        problem={worstOf(problemsInside(problems, '/features'))}
      >
        {(ids) => (
          <FeatureChoice
            ids={{ ...ids, disabled, required: false }}
            value={asJson(plan.features ?? [])}
            onChange={(next) => onChange(['features'], next)}
          />
        )}
      </Field>
    </FieldAt>
  );
}
