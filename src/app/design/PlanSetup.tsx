import { Plus, Route, Trash2 } from 'lucide-react';
import { Suspense } from 'react';
import { type Diagnostic, isJsonObject, jsonOf, own } from '#base';
import type { CapabilityPlan, Plan } from '#plan';
import { FieldAt, FieldPathContext } from '../forms/FieldAt';
import { type Change, ExpressionScopeContext, problemsInside, worstOf } from '../forms/form';
import { TextInput } from '../forms/TextInput';
import { Button, IconButton } from '../parts/Button';
import { cx } from '../parts/cx';
import { Checkbox } from '../parts/Input';
import { lazily } from '../parts/lazily';
import { usePages } from '../parts/VirtualList';
import { PinsList } from '../pins/PinNote';
import { BudgetWarning } from '../run/Budget';
import { openRun } from '../run/openRun';
import { shortRunId } from '../run/runLists';
import { useDocument, usePlanView, useProblems, useScene, useSession } from '../state/session';
import { Field } from '../ui/Field';
import { addPlan, givenNames, planChange, removePlan } from './changes';

import styles from './Inspector.module.css';
import { InspectorHead } from './InspectorParts';
import { FeatureChoice } from './ItemChoices';
import { OutputsEditor } from './PairsEditor';
import { useExpressionScopeOf } from './useSuggestionsOfPlan';
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
            value={jsonOf(plan.features ?? [])}
            onChange={(next) => onChange(['features'], next)}
          />
        )}
      </Field>
    </FieldAt>
  );
}

/** The plans of the workspace. The first is the one that runs where none is named. */
function PlansList() {
  const session = useSession();
  const { editor } = session;
  const plans = useDocument(({ workspace }) => workspace.plans);
  const open = usePlanView((view) => view.planId);
  const disabled = useScene((scene) => scene.readOnly);
  const pages = usePages(plans.length, 'plans');
  const add = (kind?: 'state-machine') => {
    addPlan(editor, kind);
    pages.show(plans.length);
  };
  return (
    <fieldset className={styles.group} aria-label="Plans">
      <h3>Plans of the workspace</h3>
      {plans.length === 0 && <p className={styles.muted}>There is no plan yet.</p>}
      {pages.before}
      <ul>
        {plans.slice(pages.first, pages.end).map((plan) => (
          <li key={plan.id} className={styles.planRow}>
            <button
              type="button"
              className={cx(styles.planName, plan.id === open && styles.openPlan)}
              aria-current={plan.id === open}
              onClick={() => editor.openPlan(plan.id)}
            >
              {plan.name ?? plan.id}
            </button>
            {!disabled && (
              <IconButton
                icon={Trash2}
                label={`Remove the plan ${plan.name ?? plan.id}`}
                onClick={() => removePlan(session, plan)}
              />
            )}
          </li>
        ))}
      </ul>
      {pages.after}
      {!disabled && (
        <Button size="small" icon={Plus} className={styles.add} onClick={() => add()}>
          New plan
        </Button>
      )}
      {!disabled && (
        <Button size="small" icon={Plus} className={styles.add} onClick={() => add('state-machine')}>
          New state machine
        </Button>
      )}
    </fieldset>
  );
}

/** P11: the run in which a plan was made, where it was promoted from one. */
function OriginOfPlan({ plan }: { readonly plan: Plan }) {
  const session = useSession();
  const run = own(plan.source ?? {}, 'run');
  const runId = isJsonObject(run ?? null) ? own(Object(run), 'runId') : undefined;
  if (typeof runId !== 'string') return null;
  return (
    <p className={styles.muted}>
      Made in a run:{' '}
      <Button size="small" variant="outline" onClick={() => void openRun(session, runId, null)}>
        Open run {shortRunId(runId)}
      </Button>
    </p>
  );
}
