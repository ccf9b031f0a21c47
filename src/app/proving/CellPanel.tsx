import { Check, CircleCheck, CircleX, ScrollText, Waypoints, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Json } from '#base';
import { type CapabilityPlan, type Plan, readBody, readMachine, titleOf } from '#plan';
import { planDifference, type StepChange } from '#projection';
import {
  type EvalResults,
  type EvalRun,
  hasPassed,
  type Judged,
  type Suite,
  type Check as SuiteCheck,
} from '#proving';
import { Button, IconButton } from '../parts/Button';
import { cx } from '../parts/cx';
import { openDialog } from '../state/dialogs';
import styles from './CellPanel.module.css';
import { costText, differenceWords, latencyText } from './figures';
import { CELL, type Cell, chooseCell, runsOf } from './provingStore';

interface CellPanelProps {
  readonly suite: Suite;
  readonly results: Pick<EvalResults, 'runs' | 'plans' | 'prompts'>;
  readonly cell: Cell;
}

/** The runs of one cell: what was checked of each, its plan, and what is different from one that passed. */
export function CellPanel({ suite, results, cell }: CellPanelProps) {
  const runs = runsOf(results, cell);
  const firstToSee = runs.find((run) => !hasPassed(run)) ?? runs[0];
  const [chosen, setChosen] = useState<number | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // In a hand it stands below the results.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each cell that is opened is led to.
  useEffect(() => heading.current?.focus(), [cell]);
  const run = runs.find(({ index }) => index === chosen) ?? firstToSee;
  const one = suite.cases.find(({ id }) => id === cell.case);
  if (run === undefined || one === undefined) return null;
  const passed = runs.filter(hasPassed).length;
  return (
    <aside aria-label={`${cell.case}, ${cell.subject}`} className={styles.panel}>
      <header className={styles.head}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {cell.case}
          </h2>
          <p className={styles.muted}>{cell.subject}</p>
        </div>
        <IconButton icon={X} label="Close the cell" onClick={leaveCell} />
      </header>
      <div className={styles.runs}>
        <b>
          {passed} of {runs.length} passed
        </b>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a box around the buttons. */}
        <div role="group" aria-label="Runs of this cell" className={styles.chips}>
          {runs.map((other) => (
            <RunChip key={other.index} run={other} isChosen={other === run} onChoose={setChosen} />
          ))}
        </div>
      </div>
      <section aria-label={`Run ${run.index + 1}: what was checked`}>
        <h3>Run {run.index + 1}: what was checked</h3>
        <ul className={styles.checks}>
          {one.checks.map((check, index) => (
            <CheckLine
              // biome-ignore lint/suspicious/noArrayIndexKey: two checks may read the same.
              key={index}
              check={check}
              judged={run.checks[index] ?? { held: false }}
            />
          ))}
          {run.fallback !== undefined && (
            <li className={styles.failed}>
              <CircleX aria-hidden />
              <span>Somebody else planned: {run.fallback}</span>
            </li>
          )}
        </ul>
        <p className={styles.muted}>
          {run.status}, {costText([run])}, {latencyText(run.latencyMs)}
        </p>
        {run.error !== undefined && (
          <p className={styles.failed}>
            <code>{run.error.code}</code> {run.error.message}
          </p>
        )}
      </section>
      <PlanDifference
        run={run}
        against={toCompare(runs, run)}
        plans={results.plans}
        prompts={results.prompts}
      />
    </aside>
  );
}

/** Back to the cell that was pressed. */
function leaveCell(): void {
  document.querySelector<HTMLElement>(`[${CELL}][aria-pressed="true"]`)?.focus();
  chooseCell(null);
}

/** A run that passed, for one that did not. */
function toCompare(runs: readonly EvalRun[], run: EvalRun): EvalRun | null {
  if (hasPassed(run)) return null;
  return runs.find((other) => hasPassed(other) && other.plan !== null) ?? null;
}

interface ChipProps {
  readonly run: EvalRun;
  readonly isChosen: boolean;
  readonly onChoose: (index: number) => void;
}

function RunChip({ run, isChosen, onChoose }: ChipProps) {
  const isGood = hasPassed(run);
  const Icon = isGood ? Check : X;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`Run ${run.index + 1}, ${isGood ? 'passed' : 'failed'}`}
      className={cx(styles.chip, isGood ? styles.good : styles.bad)}
      onClick={() => onChoose(run.index)}
    >
      <Icon aria-hidden />
    </button>
  );
}

function CheckLine({ check, judged }: { readonly check: SuiteCheck; readonly judged: Judged }) {
  const Icon = judged.held ? CircleCheck : CircleX;
  return (
    <li className={judged.held ? styles.held : styles.failed}>
      <Icon aria-hidden />
      <span>
        {check.as ?? <code>{check.that}</code>}
        <span className="visually-hidden">{judged.held ? ', held' : ', did not hold'}</span>
        {judged.because !== undefined && <small>{judged.because}</small>}
        {check.as !== undefined && !judged.held && (
          <small>
            <code>{check.that}</code>
          </small>
        )}
      </span>
    </li>
  );
}

interface PlanDifferenceProps {
  readonly run: EvalRun;
  /** A run whose plan it is held against; null where there is none. */
  readonly against: EvalRun | null;
  readonly plans: Readonly<Record<string, Json>>;
  readonly prompts: EvalResults['prompts'];
}

/** The plan of a run, step by step, and how it differs from another. */
function PlanDifference({ run, against, plans, prompts }: PlanDifferenceProps) {
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
function PlanningButton({ run, prompts }: Pick<PlanDifferenceProps, 'run' | 'prompts'>) {
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

function planOf({ plan }: EvalRun, plans: PlanDifferenceProps['plans']): Plan | null {
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
