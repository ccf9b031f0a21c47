import { Gauge, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { count, durationText } from '#base';
import type { PlanAttempt } from '#kernel';
import { decompositionOf, namesOf, type PlanningRecord, type RunView } from '#projection';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { EmptyNote } from '../parts/EmptyNote';
import { Panel } from '../parts/Panel';
import { Pill } from '../parts/Pill';
import { Tabs } from '../parts/Tabs';
import { layoutStore, showAttemptsOf } from '../state/layout';
import { JsonView } from '../tables/JsonView';
import { AllAttempts } from './AllAttempts';
import styles from './AttemptsPanel.module.css';
import { VERDICTS } from './attemptWords';
import { DecompositionTree } from './DecompositionTree';
import { Reliability } from './Reliability';
import { useView } from './runStore';

type Attempt = PlanningRecord['attempts'][number];

interface Listed {
  readonly attempt: Attempt;
  /** P3: why its plan, which was accepted, was not taken; null where it was. */
  readonly lost: string | null;
  readonly number: number;
  readonly planner: string;
}

/** Every attempt of every planner, kept whole whatever came of it (P6): of the shown run, or of all runs. */
export function AttemptsPanel() {
  const of = useStore(layoutStore, (layout) => layout.attemptsOf);
  if (of === 'run') return <AttemptsOfRun />;
  if (of === 'reliability') return <Reliability />;
  return (
    <Panel name="Plan attempts">
      <AllAttempts />
    </Panel>
  );
}

/** Beside the tab: whether the attempts of all runs are listed, or what they say of the models. */
export function AttemptsAside() {
  const shown = useStore(layoutStore, (layout) => layout.attemptsOf);
  const toggle = (of: 'all' | 'reliability') => ({
    size: 'small' as const,
    'aria-pressed': shown === of,
    onClick: () => showAttemptsOf(shown === of ? 'run' : of),
  });
  return (
    <>
      <Button icon={Search} {...toggle('all')}>
        All runs
      </Button>
      <Button icon={Gauge} {...toggle('reliability')}>
        Reliability
      </Button>
    </>
  );
}

/** The newest first. */
function AttemptsOfRun() {
  const view = useView();
  const listed = useMemo(() => (view === null ? [] : attemptsOf(view)), [view]);
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = listed.find((one) => one.attempt.call === chosen) ?? listed[0];
  if (!shown) {
    return (
      <Panel name="Plan attempts">
        <EmptyNote>
          What planners were asked, what they answered word for word, and what was wrong with it.
        </EmptyNote>
      </Panel>
    );
  }
  return (
    <Panel name="Plan attempts" className={styles.panel}>
      <ul className={styles.list} aria-label="Attempts">
        {listed.map((one) => (
          <li key={one.attempt.call}>
            <AttemptCard listed={one} selected={one === shown} onSelect={() => setChosen(one.attempt.call)} />
          </li>
        ))}
      </ul>
      <AttemptDetail key={shown.attempt.call} attempt={shown.attempt} />
    </Panel>
  );
}

interface CardProps {
  readonly listed: Listed;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

function AttemptCard({ listed: { attempt, number, planner, lost }, selected, onSelect }: CardProps) {
  return (
    <button
      type="button"
      className={cx(styles.card, selected && styles.selected)}
      aria-pressed={selected}
      onClick={onSelect}
    >
      <span className={styles.top}>
        <b>
          {planner} · attempt {number}
        </b>
        <Pill tone={VERDICTS[attempt.verdict]}>{verdictText(attempt)}</Pill>
      </span>
      <span className={styles.fact}>made by {attempt.madeBy}</span>
      <span className={styles.fact}>{figures(attempt)}</span>
      {lost !== null && <span className={styles.fact}>not taken: {lost}</span>}
    </button>
  );
}

type DetailTab = 'reply' | 'prompt' | 'problems' | 'reasoning' | 'trace';

function AttemptDetail({ attempt }: { readonly attempt: Attempt }) {
  const [tab, setTab] = useState<DetailTab>(attempt.reply === null ? 'trace' : 'reply');
  const count = attempt.problems.length;
  return (
    <Tabs<DetailTab>
      label="Attempt"
      className={styles.detail}
      selected={tab}
      onSelect={setTab}
      tabs={[
        { id: 'prompt', label: 'Prompt' },
        { id: 'reply', label: 'Raw reply' },
        { id: 'problems', label: count === 0 ? 'Problems' : `Problems (${count})` },
        ...(attempt.reasoning === undefined ? [] : [{ id: 'reasoning' as const, label: 'Reasoning' }]),
        ...(attempt.trace === undefined ? [] : [{ id: 'trace' as const, label: 'How it was made' }]),
      ]}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
      <div className={styles.body} tabIndex={0}>
        <DetailBody tab={tab} attempt={attempt} />
      </div>
    </Tabs>
  );
}

function DetailBody({ tab, attempt }: { readonly tab: DetailTab; readonly attempt: Attempt }) {
  if (tab === 'prompt') {
    return attempt.prompt === null ? (
      <p className={styles.fact}>No model was asked: {attempt.madeBy} works without one.</p>
    ) : (
      <>
        {attempt.choice !== undefined && <WhyThisModel choice={attempt.choice} />}
        {attempt.leftOut !== undefined && <LeftOut leftOut={attempt.leftOut} />}
        <JsonView value={attempt.prompt} />
      </>
    );
  }
  if (tab === 'reply') {
    return attempt.reply === null ? (
      <p className={styles.fact}>No model was asked, so there is no reply to read.</p>
    ) : (
      <JsonView value={attempt.reply} />
    );
  }
  if (tab === 'reasoning') return <JsonView value={attempt.reasoning} />;
  if (tab === 'trace') {
    const root = decompositionOf(attempt.trace);
    return root ? <DecompositionTree root={root} /> : <JsonView value={attempt.trace} />;
  }
  return (
    <>
      {attempt.problems.length === 0 && <p className={styles.fact}>No problem was found.</p>}
      <ul className={styles.problems}>
        {attempt.problems.map((problem) => (
          <li
            key={`${problem.code}${problem.where.node ?? ''}${problem.where.field ?? ''}${problem.message}`}
          >
            <code>{problem.code}</code> {problem.message} <span className={styles.fact}>{problem.help}</span>
          </li>
        ))}
      </ul>
      {attempt.repairs.length > 0 && (
        <>
          <h4>Corrected while reading</h4>
          <ul className={styles.problems}>
            {attempt.repairs.map((repair) => (
              <li key={repair}>{repair}</li>
            ))}
          </ul>
        </>
      )}
      <RefusedFields fields={attempt.refusedFields ?? []} />
    </>
  );
}

/** How the models were ordered when the run began (P7). */
function WhyThisModel({ choice }: { readonly choice: NonNullable<PlanAttempt['choice']> }) {
  return (
    <section aria-label="Why this model">
      <h4>Why this model</h4>
      <p className={styles.fact}>
        {choice.isChanged
          ? 'Models are asked in the order of how surely their first replies were accepted:'
          : 'Models are asked in the order in which they are listed, which is also that of their first replies as far as they are known:'}
      </p>
      <ol className={styles.problems}>
        {choice.order.map(({ model, tried, accepted, atLeast }) => (
          <li key={model}>
            <b>{model}</b>{' '}
            <span className={styles.fact}>
              {accepted} of {tried} accepted
              {atLeast === null ? ', too few to judge' : `, at least ${Math.floor(atLeast * 100)}%`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What the prompt had no room for (P3). */
function LeftOut({ leftOut }: { readonly leftOut: NonNullable<PlanAttempt['leftOut']> }) {
  return (
    <section aria-label="Left out of the prompt">
      <h4>Left out of the prompt</h4>
      <p className={styles.fact}>
        There was not enough room for everything, so the prompt shows what fits the goal best. A tool or
        document that the goal names is always shown.
      </p>
      <LeftOutIds ids={leftOut.tools} what="tool" />
      <LeftOutIds ids={leftOut.documents} what="document" />
    </section>
  );
}

/** Folded: there may be hundreds, and the prompt stands below. */
function LeftOutIds({ ids, what }: { readonly ids: readonly string[]; readonly what: string }) {
  if (ids.length === 0) return null;
  return (
    <details>
      <summary>{count(ids.length, what)}</summary>
      <p className={styles.fact}>{ids.join(', ')}</p>
    </details>
  );
}

/** Requests that the server refused for a field, and that were sent once more without it. */
function RefusedFields({ fields }: { readonly fields: NonNullable<PlanAttempt['refusedFields']> }) {
  if (fields.length === 0) return null;
  return (
    <>
      <h4>Sent again for this server</h4>
      <ul className={styles.problems}>
        {fields.map(({ field, instead, status, reason }) => (
          <li key={field}>
            {instead === undefined ? 'Without ' : 'With '}
            <code>{instead ?? field}</code>
            {instead === undefined ? '' : ` for ${field}`}, which it refused ({status}).{' '}
            <span className={styles.fact}>{reason}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function verdictText({ verdict, problems }: PlanAttempt): string {
  const first = problems[0];
  return verdict === 'accepted' || !first
    ? verdict
    : `${verdict}: ${first.code.toLowerCase().replaceAll('_', ' ')}`;
}

function figures({ flavour, latencyMs, usage }: PlanAttempt): string {
  const tokens = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
  const count = usage.estimated ? `about ${tokens} tokens` : `${tokens} tokens`;
  return [flavour, durationText(latencyMs), tokens > 0 ? count : null].filter(Boolean).join(' · ');
}

function attemptsOf(view: RunView): readonly Listed[] {
  const names = namesOf(view);
  const all = [...view.planning.values()].flatMap((record) =>
    record.attempts.map((attempt, index) => ({
      attempt,
      number: index + 1,
      planner: names(record.address),
      lost: whyNotTaken(attempt.call, record.ranked ?? []),
    })),
  );
  return all.toSorted((a, b) => b.attempt.seq - a.attempt.seq);
}

/** What sets a plan behind the one that was taken: the first of the rules by which they differ. */
function whyNotTaken(call: Attempt['call'], ranked: NonNullable<PlanningRecord['ranked']>): string | null {
  const [best] = ranked;
  const one = ranked.find((candidate) => candidate.call === call);
  if (best === undefined || one === undefined || one === best) return null;
  if (one.warnings > best.warnings) return `${count(one.warnings, 'warning')} instead of ${best.warnings}`;
  if (one.writes > best.writes)
    return `${count(one.writes, 'step')} that may change something, instead of ${best.writes}`;
  if (one.steps > best.steps) return `${count(one.steps, 'step')} instead of ${best.steps}`;
  return 'no better than one before it';
}
