import { Route } from 'lucide-react';
import { Suspense } from 'react';
import type { Diagnostic } from '#base';
import type { CapabilityPlan } from '#plan';
import { FieldAt, FieldPathContext } from '../forms/FieldAt';
import { type Change, ExpressionScopeContext } from '../forms/form';
import { problemsInside, worstOf } from '../forms/formProblems';
import { TextInput } from '../forms/TextInput';
import { Checkbox } from '../parts/Input';
import { lazily } from '../parts/lazily';
import { PinsList } from '../pins/PinsList';
import { BudgetWarning } from '../run/BudgetBar';
import { useDocument, useProblems, useScene, useSession } from '../state/session';
import { Field } from '../ui/Field';
import { givenNames, planChange } from './changes';
import { FeatureChoice } from './GeneralFields';
import styles from './Inspector.module.css';
import { InspectorHead } from './InspectorHead';
import { OriginOfPlan } from './OriginOfPlan';
import { OutputsEditor } from './OutputsEditor';
import { PlansList } from './PlansList';
import { useExpressionScopeOf } from './useSuggestionsOfPlan';
import { asJson } from './ValuesTab';
import { VariablesEditor } from './VariablesEditor';

const MachineFields = lazily(() => import('../machine/MachineFields'));

/** The plan itself: its name, its variables, what it gives back (V1). Shown while nothing is selected. */
export function PlanSetup({ bare = false }: { readonly bare?: boolean }) {
  const open = useScene((scene) => scene.open);
  if (open === null) {
    return (
      <div className={styles.body}>
        <PlansList />
      </div>
    );
  }
  if (bare) {
    return (
      <>
        <PlanFields />
        <PinsList />
        <PlansList />
      </>
    );
  }
  return (
    <>
      <InspectorHead
        icon={<Route className={styles.planIcon} aria-hidden />}
        title={open.name ?? open.id}
        line={`${open.kind} plan · ${open.id}`}
      />
      <div className={styles.body}>
        <BudgetWarning plan={open} />
        <PlanFields />
        <PinsList />
        <PlansList />
      </div>
    </>
  );
}

export function PlanFields() {
  const { id, editor } = useSession();
  const open = useScene((scene) => scene.open);
  const disabled = useScene((scene) => scene.readOnly);
  const problems = useProblems((state) => state.diagnostics);
  const scope = useExpressionScopeOf();
  if (open === null) return null;
  const onChange = planChange(editor, open.id);
  const text = (name: string, next: string) => onChange([name], next === '' ? undefined : next);
  const names = open.kind === 'capability' ? givenNames(open.variables) : [];
  const own = problems.filter(({ where }) => where.plan === open.id && where.node === undefined);
  return (
    <ExpressionScopeContext value={scope}>
      <FieldPathContext key={open.id} value={disabled ? '' : `${id}/${open.id}`}>
        <Field label="Name">
          {(ids) => (
            <TextInput
              {...ids}
              disabled={disabled}
              placeholder={open.id}
              value={open.name ?? ''}
              onCommit={(name) => text('name', name)}
            />
          )}
        </Field>
        <OriginOfPlan plan={open} />
        <Field label="Description">
          {(ids) => (
            <TextInput
              {...ids}
              multiline
              disabled={disabled}
              value={open.description ?? ''}
              onCommit={(description) => text('description', description)}
            />
          )}
        </Field>
        {open.kind === 'state-machine' && (
          <Suspense fallback={null}>
            <MachineFields machine={open} disabled={disabled} problems={own} onChange={onChange} />
          </Suspense>
        )}
        {open.kind === 'capability' && (
          <>
            {open.variables === 'open' ? (
              <p className={styles.muted}>Variables are open: whatever capabilities write is declared.</p>
            ) : (
              <VariablesEditor
                title="Variables"
                variables={open.variables}
                disabled={disabled}
                onChange={onChange}
              />
            )}
            <OutputsEditor
              result={open.result}
              names={names}
              disabled={disabled}
              problems={own}
              onChange={onChange}
            />
            <PlanFeatures plan={open} disabled={disabled} problems={own} onChange={onChange} />
          </>
        )}
        <FieldAt of="strict">
          <Checkbox
            label="Inputs that no variable names are refused"
            checked={open.strict ?? false}
            disabled={disabled}
            onChange={({ target }) => onChange(['strict'], target.checked || undefined)}
          />
        </FieldAt>
      </FieldPathContext>
    </ExpressionScopeContext>
  );
}

interface Props {
  readonly plan: CapabilityPlan;
  readonly disabled: boolean;
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** Guards that the whole plan has to pass, and observers of it (L4); shown where the workspace has features. */
function PlanFeatures({ plan, disabled, problems, onChange }: Props) {
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
