import { useMemo, useState } from 'react';
import { count } from '#base';
import { GraphPreview } from '#canvas';
import type { Closure, PlanAttempt } from '#kernel';
import { arrange } from '#layout';
import { draftIn } from '#planner';
import {
  type DecomposedTask,
  decompositionOf,
  graphOfAttempt,
  type PlanningAttempt,
  type TriedMethod,
} from '#projection';
import { Tabs } from '../parts/Tabs';
import { JsonView } from '../tables/JsonView';
import styles from './AttemptDetail.module.css';
import { StreamedSteps } from './ThinkingStrip';

interface AttemptDetailProps {
  readonly attempt: PlanningAttempt;
}

type DetailTab = 'reply' | 'prompt' | 'problems' | 'reasoning' | 'trace';

/** What was sent and what came back, word for word (P6). */
export function AttemptDetail({ attempt }: AttemptDetailProps) {
  const [tab, setTab] = useState<DetailTab>(attempt.reply === null ? 'trace' : 'reply');
  const found = attempt.problems.length;
  return (
    <Tabs<DetailTab>
      label="Attempt"
      className={styles.detail}
      selected={tab}
      onSelect={setTab}
      tabs={[
        { id: 'prompt', label: 'Prompt' },
        { id: 'reply', label: 'Raw reply' },
        { id: 'problems', label: found === 0 ? 'Problems' : `Problems (${found})` },
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

function DetailBody({ tab, attempt }: { readonly tab: DetailTab; readonly attempt: PlanningAttempt }) {
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
      <>
        <JsonView value={attempt.reply} />
        <Arrival attempt={attempt} />
      </>
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
          <h2>Corrected while reading</h2>
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

/** When its steps could be read, and what was lost before (P6). */
function Arrival({ attempt: { arrival } }: AttemptDetailProps) {
  const { streamed, askedAt, cutOff } = arrival;
  return (
    <>
      {streamed.length > 0 && <StreamedSteps streamed={streamed} askedAt={askedAt} />}
      {cutOff.length > 0 && (
        <p className={styles.fact}>
          {count(cutOff.length, 'call')} before this one {cutOff.length === 1 ? 'was' : 'were'} lost with the
          page, after {cutOff.map((call) => count(call.streamed.length, 'step')).join(', ')}. The server may
          charge for {cutOff.length === 1 ? 'it' : 'them'} too.
        </p>
      )}
    </>
  );
}

/** How the models were ordered when the run began (P7). */
function WhyThisModel({ choice }: { readonly choice: NonNullable<PlanAttempt['choice']> }) {
  return (
    <section aria-label="Why this model">
      <h2>Why this model</h2>
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
      <h2>Left out of the prompt</h2>
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
      <h2>Sent again for this server</h2>
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

interface AttemptPictureProps {
  readonly attempt: PlanningAttempt;
  readonly closure: Closure | undefined;
}

/** The graph that a planner drew in an attempt, also where it was refused (P6). */
export function AttemptPicture({ attempt, closure }: AttemptPictureProps) {
  const drawn = useMemo(() => drawnOf(attempt, closure), [attempt, closure]);
  return (
    <figure className={styles.picture} aria-label="The plan of this attempt">
      {drawn === null ? (
        <p>Nothing in this reply can be drawn.</p>
      ) : (
        <>
          <div>
            <GraphPreview graph={drawn.graph} boxes={drawn.boxes} label={drawn.words} words />
          </div>
          <figcaption>{drawn.words}</figcaption>
        </>
      )}
    </figure>
  );
}

function drawnOf(attempt: PlanningAttempt, closure: Closure | undefined) {
  const catalogue = new Map(closure?.capabilities.map((one) => [one.id, one]));
  const draft = attempt.made !== null || attempt.reply === null ? null : draftIn(attempt.reply, catalogue);
  const drawn = graphOfAttempt(attempt, draft, catalogue);
  if (drawn === null) return null;
  const { graph, parts, refused } = drawn;
  const part = graph.nodes.some(({ type }) => type === 'STATE') ? 'state' : 'step';
  const words = refused === 0 ? count(parts, part) : `${count(parts, part)}, ${refused} refused`;
  return { graph, boxes: arrange(graph, {}), words };
}

/** How a task network took its task apart, as a tree (P12): what was chosen, and what was left and why. */
function DecompositionTree({ root }: { readonly root: DecomposedTask }) {
  return (
    <ul className={styles.tree} aria-label="Decomposition">
      <Task task={root} />
    </ul>
  );
}

function Task({ task: { task, tried } }: { readonly task: DecomposedTask }) {
  const chosen = tried.find(({ outcome }) => outcome === 'chosen');
  const left = tried.filter(({ outcome }) => outcome !== 'chosen');
  const method = chosen && chosen.id !== task ? chosen.id : null;
  return (
    <li className={styles.task}>
      <b>{task}</b>
      {method && <span className={styles.decompositionTreeFact}> by {method}</span>}
      {!chosen && <span className={styles.failed}> could not be done</span>}
      {tried.length > 0 && (
        <ul className={styles.parts}>
          {left.map((one) => (
            <Left key={one.id} method={one} />
          ))}
          {chosen?.subtasks.map((subtask) => (
            <Task key={subtask.task} task={subtask} />
          ))}
        </ul>
      )}
    </li>
  );
}

const OUTCOMES: Readonly<Record<TriedMethod['outcome'], string>> = {
  chosen: 'was chosen',
  failed: 'leads nowhere',
  notApplicable: 'does not apply',
  excluded: 'is out',
};

function Left({ method: { id, outcome, reason } }: { readonly method: TriedMethod }) {
  return (
    <li className={styles.left}>
      <s>{id}</s> {OUTCOMES[outcome]}
      {reason && <span>: {reason}</span>}
    </li>
  );
}
