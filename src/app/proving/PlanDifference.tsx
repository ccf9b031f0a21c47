import { ScrollText, Waypoints } from 'lucide-react';
import type { Json } from '#base';
import { type CapabilityPlan, type Plan, readBody, readMachine, titleOf } from '#plan';
import { planDifference, type StepChange } from '#projection';
import type { EvalResults, EvalRun } from '#proving';
import { Button } from '../parts/Button';
import { openDialog } from '../state/dialogs';
import { differenceWords } from './differenceWords';
import styles from './PlanDifference.module.css';

interface Props {
  readonly run: EvalRun;
  /** A run whose plan it is held against; null where there is none. */
  readonly against: EvalRun | null;
  readonly plans: Readonly<Record<string, Json>>;
  readonly prompts: EvalResults['prompts'];
}

/** The plan of a run, step by step, and how it differs from another. */
export function PlanDifference({ run, against, plans, prompts }: Props) {
  const plan = planOf(run, plans);
  const other = against === null ? null : planOf(against, plans);
  if (plan === null) {
    return (
      <section aria-label="Plan" className={styles.section}>
        <p className={styles.muted}>No plan was made.</p>
        <PlanningButton run={run} prompts={prompts} />
      </section>
    );
  }
  const title =
    against === null
      ? `Plan of run ${run.index + 1}`
      : `Plan of run ${run.index + 1} against run ${against.index + 1}`;
  const words = differenceWords(plan, other);
  return (
    <section aria-label={title} className={styles.section}>
      <h3>{title}</h3>
      {words !== '' && <p className={styles.muted}>{words}</p>}
      {plan.kind === 'capability' && (
        <Steps plan={plan} other={other?.kind === 'capability' ? other : null} />
      )}
      <div className={styles.actions}>
        <Button
          variant="outline"
          icon={Waypoints}
          onClick={() => openDialog({ kind: 'planGraph', title, plan, against: other })}
        >
          Open as {other === null ? 'a graph' : 'graphs'}
        </Button>
        <PlanningButton run={run} prompts={prompts} />
      </div>
    </section>
  );
}

/** Nothing where nobody planned, and in results of before that did not keep it. */
function PlanningButton({ run, prompts }: Pick<Props, 'run' | 'prompts'>) {
  if (run.planning === undefined) return null;
  return (
    <Button
      variant="outline"
      icon={ScrollText}
      onClick={() => openDialog({ kind: 'planningOfRun', run, prompts })}
    >
      Prompt and reply
    </Button>
  );
}

function planOf({ plan }: EvalRun, plans: Props['plans']): Plan | null {
  const made = plan === null ? undefined : plans[plan];
  if (made === undefined) return null;
  const machine = readMachine(made);
  if (machine.ok) return machine.value;
  const body = readBody(made);
  return body.ok ? { id: 'plan', kind: 'capability', variables: 'open', ...body.value } : null;
}

const MARKS = { kept: '', added: '+', changed: '~', dropped: '−' } satisfies Record<StepChange, string>;

function Steps({ plan, other }: { readonly plan: CapabilityPlan; readonly other: CapabilityPlan | null }) {
  const changes = other === null ? null : planDifference(other, plan);
  const dropped = other === null ? [] : other.nodes.filter(({ id }) => changes?.get(id) === 'dropped');
  return (
    <ol className={styles.steps}>
      {[...plan.nodes, ...dropped].map((node, index) => (
        <Step key={node.id} number={index + 1} node={node} change={changes?.get(node.id) ?? 'kept'} />
      ))}
    </ol>
  );
}

interface StepProps {
  readonly number: number;
  readonly node: CapabilityPlan['nodes'][number];
  readonly change: StepChange;
}

function Step({ number, node, change }: StepProps) {
  return (
    <li data-change={change}>
      <span aria-hidden className={styles.mark}>
        {MARKS[change]}
      </span>
      <span>
        <span className={styles.muted}>{number}</span> {node.name ?? titleOf(node)}
        {change !== 'kept' && <span className="visually-hidden">, {change}</span>}
      </span>
      <code>{node.type === 'CAPABILITY' ? node.params.capability : node.type}</code>
    </li>
  );
}
