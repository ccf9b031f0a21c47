import { Hourglass, Pencil } from 'lucide-react';
import { escapeControls, escapeControlsInJson, isJsonObject, type Json } from '#base';
import type { AskingCall } from '#kernel';
import { originsOf, originsOfArguments, type Waiting, wordsOfOrigin, wordsOfRunPolicy } from '#projection';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { useKept } from '../parts/kept';
import { Pill } from '../parts/Pill';
import { EFFECT_WORDS, OriginsLine } from '../ui/CallWords';

import banners from './Banners.module.css';
import styles from './CallApproval.module.css';
import { RejectForm } from './HumanForm';
import { answerWait } from './runActions';
import { useCanSteer, useView } from './runStore';
import { keyOfWaiting, useArmed } from './waiting';

/** What the input is called where it is one value. */
const WHOLE_INPUT = 'input';

interface Props {
  readonly waiting: Waiting;
  readonly call: AskingCall;
  readonly inPanel?: boolean;
}

/** A call that waits for leave (K15): what it is, what it may do and with which arguments, before anything can be pressed. */
export function CallApproval({ waiting, call, inPanel = false }: Props) {
  const steer = useCanSteer();
  const armed = useArmed();
  const [rejecting, setRejecting] = useKept(`rejecting ${keyOfWaiting(waiting)}`, () => false);
  const view = useView();
  const origins = view === null ? [] : originsOf(view, waiting);
  const sources = view === null ? [] : originsOfArguments(view, waiting);
  const { hash } = call;
  // A call that text from outside may have led to is approved for itself alone (P15).
  const isForRun =
    waiting.command?.kind === 'wait' && waiting.command.decisions.some(({ id }) => id === 'run');
  return (
    <section className={cx(banners.form, inPanel && banners.inPanel)} aria-label="A call waits for you">
      <Hourglass aria-hidden />
      <div className={banners.formBody}>
        <h3 className={styles.title}>
          “{waiting.name}” wants to call <code>{call.capability}</code>
        </h3>
        <dl className={styles.facts}>
          {call.host !== undefined && (
            <div>
              <dt>Host</dt>
              <dd>
                <b>{call.host}</b>
              </dd>
            </div>
          )}
          <div>
            <dt>Effect</dt>
            <dd>
              <Pill tone="wait" icon={Pencil}>
                {call.effect}
              </Pill>{' '}
              {EFFECT_WORDS[call.effect]}
            </dd>
          </div>
          {origins.length > 0 && (
            <div>
              <dt>Read before</dt>
              <dd>
                <p>Text from outside may have led to this call. It was read by:</p>
                <ul className={styles.origins}>
                  {origins.map((origin) => (
                    <li key={origin.address}>{escapeControls(wordsOfOrigin(origin))}</li>
                  ))}
                </ul>
              </dd>
            </div>
          )}
        </dl>
        <h4 className={styles.head}>Arguments</h4>
        {/* What scrolls must be reachable by keys (WCAG 2.1.1). */}
        <dl className={cx(styles.facts, !inPanel && banners.message)} tabIndex={inPanel ? undefined : 0}>
          {argumentsOf(call.input).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code>{escapeControlsInJson(JSON.stringify(value, null, 1))}</code>
                <OriginsLine
                  origins={sources.find(({ argument }) => (argument ?? WHOLE_INPUT) === name)?.from ?? []}
                  readBefore={origins}
                />
              </dd>
            </div>
          ))}
        </dl>
        <p className={banners.asker}>
          Approval holds for exactly this call: with other arguments it asks again.
          {isForRun &&
            ` “Always for this run” lets all ${wordsOfRunPolicy(call)} leave, until you revoke it in the inbox.`}
        </p>
        {rejecting ? (
          <RejectForm waiting={waiting} answer={{ hash }} onBack={() => setRejecting(false)} />
        ) : (
          <div className={cx(banners.decisions, styles.decisions)}>
            <Button variant="danger" disabled={!steer || !armed} onClick={() => setRejecting(true)}>
              Reject
            </Button>
            {isForRun && (
              <Button
                variant="outline"
                disabled={!steer || !armed}
                onClick={() => answerWait(waiting.address, { decision: 'run', hash })}
              >
                Always for this run
              </Button>
            )}
            <Button
              variant="primary"
              disabled={!steer || !armed}
              onClick={() => answerWait(waiting.address, { decision: 'approve', hash })}
            >
              Approve once
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

function argumentsOf(input: Json): readonly (readonly [string, Json])[] {
  return isJsonObject(input) ? Object.entries(input) : [[WHOLE_INPUT, input]];
}
