import type { Json } from '#base';
import { type Body, readBody, titleOf } from '#plan';
import { planDifference, type StepChange } from '#projection';
import type { EvalRun } from '#proving';
import styles from './PlanDifference.module.css';

interface Props {
  readonly run: EvalRun;
  /** A run whose plan it is held against; null where there is none. */
  readonly against: EvalRun | null;
  readonly plans: Readonly<Record<string, Json>>;
}

/** The plan of a run, step by step, and how it differs from another. */
export function PlanDifference({ run, against, plans }: Props) {
  const plan = planOf(run, plans);
  const other = against === null ? null : planOf(against, plans);
  if (plan === null)
    return (
      <p className={styles.muted}>
        {run.plan === null ? 'No plan was made.' : 'Its plan is a state machine.'}
      </p>
    );
  const changes = other === null ? null : planDifference(other, plan);
  const dropped = other === null ? [] : other.nodes.filter(({ id }) => changes?.get(id) === 'dropped');
  const title =
    against === null
      ? `Plan of run ${run.index + 1}`
      : `Plan of run ${run.index + 1} against run ${against.index + 1}`;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {changes !== null && <p className={styles.muted}>{wordsOf(changes)}</p>}
      <ol className={styles.steps}>
        {[...plan.nodes, ...dropped].map((node, index) => (
          <Step key={node.id} number={index + 1} node={node} change={changes?.get(node.id) ?? 'kept'} />
        ))}
      </ol>
    </section>
  );
}

function planOf({ plan }: EvalRun, plans: Props['plans']): Body | null {
  const body = plan === null ? undefined : plans[plan];
  const read = body === undefined ? null : readBody(body);
  return read?.ok ? read.value : null;
}

const MARKS = { kept: '', added: '+', changed: '~', dropped: '−' } satisfies Record<StepChange, string>;

interface StepProps {
  readonly number: number;
  readonly node: Body['nodes'][number];
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

function wordsOf(changes: ReadonlyMap<string, StepChange>): string {
  const all = [...changes.values()];
  const parts = (['dropped', 'changed', 'added'] as const).flatMap((change) => {
    const count = all.filter((one) => one === change).length;
    return count === 0 ? [] : [`${count} ${change}`];
  });
  return parts.length === 0 ? 'The same steps.' : parts.join(', ');
}
