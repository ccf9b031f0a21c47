import { CircleHelp, FileQuestion, Hourglass, KeyRound, Lock, Pencil, Plug, Radio, Send } from 'lucide-react';
import {
  escapeControls,
  escapeControlsInJson,
  handlesIn,
  isJsonObject,
  isTableHandle,
  type Json,
  LIMITS,
  parseExactJson,
  type TableHandle,
} from '#base';
import { type AskingCall, modelAskedBy } from '#kernel';
import {
  originsOf,
  originsOfArguments,
  placeOf,
  type Waiting,
  wordsOfOrigin,
  wordsOfRunPolicy,
} from '#projection';
import type { VaultEntry } from '#storage';
import { JsonInput } from '../forms/CodeField';
import { MissingFiles } from '../library/MissingFiles';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { Input } from '../parts/Input';
import { useKept } from '../parts/kept';
import { Pill } from '../parts/Pill';
import { ApprovalBanner } from '../proposal/ApprovalBanner';
import { UnlockForm } from '../settings/ConnectionsTab';
import { openDialog } from '../state/dialogs';
import { type Session, useSession } from '../state/session';
import { filledBy, useVault } from '../state/slots';
import { AskedTable } from '../tables/stored/StoredTable';
import { EFFECT_WORDS, OriginsLine } from '../ui/CallWords';
import { Field } from '../ui/Field';
import banners from './Banners.module.css';
import styles from './CallApproval.module.css';
import { HumanForm, RejectForm } from './HumanForm';
import { answerWait, callAsked, sendSignal, settleEffect, useCanSteer, useView } from './runStore';
import { useAfterwards, WaitBefore } from './WaitBefore';
import { keyOfWaiting, useArmed } from './waiting';

interface WaitingItemProps {
  readonly waiting: Waiting;
  /** In a panel of its own, where it is asked in words (`isAsked`). */
  readonly inPanel?: boolean;
}

/** One thing that waits for a person, in the form that its kind needs. */
export function WaitingItem({ waiting, inPanel = false }: WaitingItemProps) {
  const afterwards = useAfterwards(waiting);
  if (afterwards !== null) return <WaitBefore {...{ waiting, afterwards, inPanel }} />;
  return <WaitingNow waiting={waiting} inPanel={inPanel} />;
}

function WaitingNow({ waiting, inPanel = false }: WaitingItemProps) {
  const call = callAsked(waiting);
  if (call !== null) return <CallApproval waiting={waiting} call={call} inPanel={inPanel} />;
  switch (waiting.kind) {
    case 'approval':
      return <ApprovalBanner waiting={waiting} />;
    case 'answer':
    case 'resume':
      return <HumanForm waiting={waiting} inPanel={inPanel} />;
    case 'signal':
      return <SignalBanner waiting={waiting} />;
    case 'connection':
      return <ConnectionBanner waiting={waiting} />;
    case 'file':
      return <FileBanner waiting={waiting} />;
    case 'uncertain':
      return <UncertainBanner waiting={waiting} />;
  }
}

/** K13: a call whose slot is not filled has not left. It leaves by itself as soon as that is so. */
function ConnectionBanner({ waiting }: { readonly waiting: Waiting }) {
  const session = useSession();
  const slot = useSlotOf(waiting);
  const entry = useVault(session.storage.vault, () => filling(session, slot));
  if (entry?.locked)
    return (
      <Banner
        tone="wait"
        about={placeOf(waiting.address).key}
        icon={Lock}
        title={`“${waiting.name}” waits for your passphrase`}
        actions={<UnlockForm />}
      >
        <p>
          The key for {entry.origin} is locked. Nothing was sent; the run continues as soon as you unlock it.
        </p>
      </Banner>
    );
  if (entry?.trouble?.code === 'KEY_UNREADABLE')
    return (
      <Banner
        tone="wait"
        about={placeOf(waiting.address).key}
        icon={KeyRound}
        title={`“${waiting.name}” waits for a key`}
        actions={
          <Button variant="outline" onClick={() => openDialog({ kind: 'settings', section: 'connections' })}>
            Type the key again
          </Button>
        }
      >
        <p>
          The key that was kept for {entry.origin} cannot be read any more. Nothing was sent; it goes on as
          soon as you type it again.
        </p>
      </Banner>
    );
  return (
    <Banner
      tone="wait"
      about={placeOf(waiting.address).key}
      icon={Plug}
      title={`“${waiting.name}” waits for a connection`}
      actions={
        <Button variant="outline" onClick={() => openDialog({ kind: 'settings', section: 'models' })}>
          Connect the model
        </Button>
      }
    >
      <p>Its model is not connected. Nothing was sent; the run continues as soon as you connect one.</p>
    </Banner>
  );
}

/** The slot of the model that the call asks; null where that cannot be told. */
function useSlotOf({ command }: Waiting): string | null {
  const closure = useView()?.started?.closure;
  if (closure === undefined || command === null) return null;
  const id = modelAskedBy(command, closure);
  const spec = id === null ? closure.models[0] : closure.models.find((model) => model.id === id);
  return spec?.connection ?? null;
}

function filling(session: Session, slot: string | null): VaultEntry | null {
  return slot === null ? null : filledBy(session, slot);
}

/** K13: a call whose file is not here has not left. It leaves by itself as soon as the file is chosen. */
function FileBanner({ waiting }: { readonly waiting: Waiting }) {
  const tables = tablesOf(waiting);
  return (
    <Banner
      tone="wait"
      about={placeOf(waiting.address).key}
      icon={FileQuestion}
      title={`“${waiting.name}” waits for a file`}
    >
      <MissingFiles />
      {tables.map((handle) => (
        <AskedTable key={handle.$table.hash} handle={handle} />
      ))}
    </Banner>
  );
}

/** The tables that the call reads (V6), each once. */
function tablesOf({ command }: Waiting): readonly TableHandle[] {
  if (command?.kind !== 'call') return [];
  const handles = [...handlesIn(command.input)].filter((handle) => isTableHandle(handle));
  return [...new Map(handles.map((handle) => [handle.$table.hash, handle])).values()];
}

/** A node that waits for a signal (R16): what it listens for, to be sent by hand with any data. */
function SignalBanner({ waiting }: { readonly waiting: Waiting }) {
  const steer = useCanSteer();
  const [text, setText] = useKept(`signal ${keyOfWaiting(waiting)}`, () => '');
  const data = dataOf(text);
  const events = waiting.command?.kind === 'listen' ? waiting.command.events : [];
  const names = [...new Set(events.map(({ event }) => event))];
  return (
    <Banner
      tone="wait"
      about={placeOf(waiting.address).key}
      icon={Radio}
      title={`“${waiting.name}” waits for ${names.join(' or ')}`}
      actions={names.map((event) => (
        <Button
          key={event}
          variant="outline"
          icon={Send}
          disabled={!steer || data === undefined}
          onClick={() => data !== undefined && sendSignal(event, data)}
        >
          {event}
        </Button>
      ))}
    >
      <Field
        label="Data that goes along"
        aside="JSON"
        error={data === undefined ? 'This is not JSON.' : null}
      >
        {(ids) => (
          <Input
            {...ids}
            mono
            value={text}
            placeholder="null"
            disabled={!steer}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
    </Banner>
  );
}

/** Nothing typed is null; undefined where the text is no JSON. */
function dataOf(text: string): Json | undefined {
  if (text.trim() === '') return null;
  const parsed = parseExactJson(text, LIMITS.jsonDepth);
  return parsed.ok ? parsed.value : undefined;
}

/** What the input is called where it is one value. */
const WHOLE_INPUT = 'input';

interface CallApprovalProps {
  readonly waiting: Waiting;
  readonly call: AskingCall;
  readonly inPanel?: boolean;
}

/** A call that waits for leave (K15): what it is, what it may do and with which arguments, before anything can be pressed. */
function CallApproval({ waiting, call, inPanel = false }: CallApprovalProps) {
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
    <section
      className={cx(banners.form, inPanel && banners.inPanel)}
      aria-label="A call waits for you"
      data-notice={placeOf(waiting.address).key}
    >
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

/** An effect that may or may not have happened before the page was lost: only a person can tell (K6). */
function UncertainBanner({ waiting }: { readonly waiting: Waiting }) {
  const steer = useCanSteer();
  const [done, setDone] = useKept(`done ${keyOfWaiting(waiting)}`, () => false);
  const [result, setResult] = useKept<Json | undefined>(`result ${keyOfWaiting(waiting)}`, () => undefined);
  const settle = (kind: 'repeat' | 'fail') => settleEffect(waiting.address, { kind });
  return (
    <Banner
      tone="wait"
      about={placeOf(waiting.address).key}
      icon={CircleHelp}
      title={
        waiting.again
          ? `“${waiting.name}” was called by the run before`
          : `“${waiting.name}” may or may not have happened`
      }
      actions={
        !done && (
          <>
            <Button variant="outline" disabled={!steer} onClick={() => settle('repeat')}>
              Repeat it
            </Button>
            <Button variant="outline" disabled={!steer} onClick={() => setDone(true)}>
              It is done
            </Button>
            <Button variant="danger" disabled={!steer} onClick={() => settle('fail')}>
              It failed
            </Button>
          </>
        )
      }
    >
      <p>
        {waiting.again
          ? 'It may have changed something then, and doing it twice could matter. '
          : 'It had begun when the page was lost, and doing it twice could matter. '}
        Look where it acts, then say.
      </p>
      {done && (
        <div className={banners.reject}>
          <Field label="Its result, as JSON">
            {(ids) => (
              <JsonInput
                {...ids}
                value={result}
                onCommit={(value) => {
                  setResult(value);
                  return null;
                }}
              />
            )}
          </Field>
          <Button
            variant="primary"
            onClick={() => settleEffect(waiting.address, { kind: 'done', result: result ?? null })}
          >
            Mark as done
          </Button>
          <Button onClick={() => setDone(false)}>Back</Button>
        </div>
      )}
    </Banner>
  );
}
