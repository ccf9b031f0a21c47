import { GitFork, Radio, UserRoundCheck } from 'lucide-react';
import { useMemo } from 'react';
import { escapeControls, isJsonObject, type Json, type JsonObject } from '#base';
import type { Commit, Fact } from '#kernel';
import { endOfWait, labelOf, namesOf, placeOf, type Waiting, waitsIn } from '#projection';
import { titleOfField } from '../forms/schema';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { useKeyTexts } from '../state/keyBindings';
import { useEditor, useSession } from '../state/session';
import { Markdown } from '../ui/Markdown';
import styles from './Banners.module.css';
import callStyles from './CallApproval.module.css';
import { openFork } from './fork';
import { questionForm } from './HumanForm';
import { momentText } from './runLists';
import { useLive, useShownRun, useView } from './runStore';
import { shortOf, waitInWords } from './waiting';
import { canFork } from './waysOn';

/** What became of something that waited at an earlier position: the commit that ended it, or that it waits still. */
type Afterwards = Commit | 'waits still';

/** Null at the newest position, where it waits now. */
export function useAfterwards(waiting: Waiting): Afterwards | null {
  const isLive = useLive();
  const view = useView();
  const run = useShownRun((shown) => shown);
  return useMemo(() => {
    if (isLive || view === null || run === null) return null;
    if (waitsIn(run.live, waiting)) return 'waits still';
    return endOfWait(waiting, view, run.commits) ?? 'waits still';
  }, [isLive, view, run, waiting]);
}

interface WaitBeforeProps {
  readonly waiting: Waiting;
  readonly afterwards: Afterwards;
  readonly inPanel?: boolean;
}

/** D3: what waited at the position that is looked at, what was answered, and when; with the ways on from there. */
export function WaitBefore({ waiting, afterwards, inPanel = false }: WaitBeforeProps) {
  const session = useSession();
  const editor = useEditor();
  const keysFor = useKeyTexts();
  const isForkable = useShownRun((run) => run !== null && canFork(run));
  const command = waiting.command?.kind === 'wait' ? waiting.command : null;
  const isQuestion = waiting.kind === 'answer' && command !== null && command.call === undefined;
  const Icon = waiting.kind === 'signal' ? Radio : UserRoundCheck;
  return (
    <section
      className={cx(styles.form, inPanel && styles.inPanel)}
      data-notice={placeOf(waiting.address).key}
      aria-label={isQuestion ? command.message : waitInWords(shortOf(waiting))}
    >
      <Icon aria-hidden />
      <div className={styles.formBody}>
        <WhatCame waiting={waiting} afterwards={afterwards} />
        {/* What scrolls must be reachable by keys (WCAG 2.1.1). */}
        <div className={styles.message} tabIndex={inPanel ? undefined : 0}>
          {isQuestion ? <Markdown text={command.message} /> : <p>{waitInWords(shortOf(waiting))}</p>}
          {isQuestion && <p className={styles.asker}>asked by “{waiting.name}”</p>}
        </div>
        <div className={styles.decisions}>
          {isForkable && (
            <Button
              variant="outline"
              icon={GitFork}
              data-keys={keysFor('run.fork')}
              onClick={() => openFork(session)}
            >
              Fork from here
            </Button>
          )}
          <Button
            variant="outline"
            icon={Radio}
            data-keys={keysFor('travel.live')}
            onClick={() => editor.cursor.seek(null)}
          >
            Back to now
          </Button>
        </div>
      </div>
    </section>
  );
}

/** What it was answered, or what ended it. It stands before the question, which may be long. */
function WhatCame({ waiting, afterwards }: Pick<WaitBeforeProps, 'waiting' | 'afterwards'>) {
  const live = useShownRun((run) => run?.live ?? null);
  if (afterwards === 'waits still') return <p>It is still waiting: go back to now to answer.</p>;
  const answer = answerIn(waiting, afterwards.fact);
  const words = answer?.words ?? labelOf(afterwards.fact, live === null ? undefined : namesOf(live));
  return (
    <>
      <p>
        {answer === null ? 'Waited until' : 'Answered'} {momentText(afterwards.at)}
        {words !== '' && (
          <>
            : <b>{escapeControls(words)}</b>
          </>
        )}
      </p>
      {answer !== null && answer.fields.length > 0 && (
        <dl className={callStyles.facts}>
          {answer.fields.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{escapeControls(text)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** An answer as it is read: what was decided, and what else it says. */
interface AnswerRead {
  readonly words: string;
  readonly fields: readonly { readonly title: string; readonly text: string }[];
}

/** What calls and plans are answered with (K15, L10); a question names its own decisions. */
const DECIDED: Readonly<Record<string, string>> = {
  approve: 'Approve',
  run: 'Always for this run',
  reject: 'Reject',
  another: 'Ask for another',
};

/** What a person answered; null for what ended it otherwise: a signal, a time that was up, an end of the run. */
export function answerIn(waiting: Waiting, fact: Fact): AnswerRead | null {
  if (fact.type === 'run.resumed' && waiting.kind === 'resume' && fact.input !== undefined)
    return { words: textOf(fact.input), fields: [] };
  if (fact.type !== 'answer.given' || waiting.command?.kind !== 'wait') return null;
  const { value } = fact;
  const { decisions, schema, call } = waiting.command;
  const isQuestion = waiting.kind === 'answer' && call === undefined;
  const decision = isJsonObject(value) && typeof value.decision === 'string' ? value.decision : null;
  if (decision === null && !(isQuestion && asksForFields(schema)))
    return { words: textOf(value), fields: [] };
  const label = decisions.find(({ id }) => id === decision)?.label.trim();
  const words = label || (decision === null ? '' : ((isQuestion ? null : DECIDED[decision]) ?? decision));
  const said: JsonObject = isJsonObject(value) ? value : {};
  const names = isQuestion ? Object.keys(said).filter((name) => name !== 'decision') : ['reason'];
  const fields = names.flatMap((name) =>
    said[name] === undefined ? [] : [{ title: titleOfField(schema ?? {}, name), text: textOf(said[name]) }],
  );
  return { words, fields };
}

function asksForFields(schema: JsonObject | null): boolean {
  return schema !== null && questionForm(schema).schema === schema;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
