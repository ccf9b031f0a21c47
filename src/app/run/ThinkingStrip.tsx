import { ChevronDown, ChevronUp, FastForward, Loader } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { count, durationText } from '#base';
import { Elapsed } from '#canvas';
import type { AskedPlanner, StreamedStep } from '#projection';
import { Button, IconButton } from '../parts/Button';
import { cx } from '../parts/cx';
import { Pill } from '../parts/Pill';
import { Segments } from '../parts/Tabs';
import { layoutStore, PHONE, useMedia } from '../state/layout';
import { useSession } from '../state/session';
import type { LiveText } from '../state/shownRun';
import { connectedBy } from '../state/slots';
import { costWords, modelFigures } from './CostsPanel';
import { useNow } from './runLists';
import { cancelRun, planByRules, useAskedPlanner, useCanSteer, useRunFacts } from './runStore';
import styles from './ThinkingStrip.module.css';

/** A model that has said nothing for so long is told as one that may have stopped. */
const QUIET_MS = 20_000;
/** So often at most a screen reader is told how a plan comes on. */
const SPOKEN_MS = 5_000;

/** P1, D6: the model that plans at work: who and where it is, how long, how much, and its words as they come. */
export function ThinkingStrip() {
  const asked = useAskedPlanner();
  return asked === null ? null : <Strip key={asked.call} asked={asked} />;
}

function Strip({ asked }: { readonly asked: AskedPlanner }) {
  const told = useRunFacts(({ progress }) => progress.get(asked.address));
  const live = told?.call === asked.call ? told : undefined;
  const isPhone = useMedia(PHONE);
  const [openInHand, setOpenInHand] = useState(false);
  const wordsOpen = useStore(layoutStore, (layout) => layout.wordsOpen);
  const open = isPhone ? openInHand : wordsOpen;
  const fold = () => (isPhone ? setOpenInHand(!open) : layoutStore.setState({ wordsOpen: !open }));
  const [chosen, setChosen] = useState<Words | null>(null);
  const words = chosen ?? (live?.reasoning ? 'reasoning' : 'text');
  return (
    <section className={styles.strip} aria-label={`Planning by ${asked.who}`}>
      <header className={styles.head}>
        <Loader className={styles.icon} aria-hidden />
        <b className={styles.who}>{asked.who}</b>
        <Where asked={asked} />
        <Figures asked={asked} live={live} />
        {open && live?.reasoning && (
          <Segments label="The model’s text" segments={WORDS} chosen={words} onChoose={setChosen} />
        )}
        <IconButton
          icon={open ? ChevronDown : ChevronUp}
          label={open ? 'Fold the model’s text' : 'Show the model’s text'}
          aria-expanded={open}
          onClick={fold}
        />
      </header>
      <Quiet asked={asked} live={live} />
      {open && <ModelWords who={asked.who} words={words} live={live} />}
      <Spoken asked={asked} />
    </section>
  );
}

function Where({ asked }: Pick<Shown, 'asked'>) {
  const url = useAddressOf(asked);
  return url === null ? null : <span className={styles.where}>{hostWords(url)}</span>;
}

/** Where its model is; null where nothing is connected any more. */
function useAddressOf({ model }: AskedPlanner): string | null {
  const session = useSession();
  return (model && connectedBy(session, model.connection)?.url) ?? null;
}

function Figures({ asked, live }: Shown) {
  const { askedAt, streamed } = asked.planning;
  const { tokens, speed } = modelFigures(live?.bytes ?? 0, (live?.at ?? askedAt) - askedAt);
  const cost = costWords(tokens, asked.model?.price, useAddressOf(asked));
  return (
    <p className={styles.figures}>
      <b>
        <Elapsed span={{ from: askedAt, at: null }} />
      </b>
      {tokens > 0 && (
        <span>
          <b>≈ {tokens.toLocaleString('en')}</b> {tokens === 1 ? 'token' : 'tokens'}
        </span>
      )}
      {speed !== null && (
        <span className={styles.speed}>
          <b>≈ {speed}</b> per second
        </span>
      )}
      {cost !== null && <span className={styles.speed}>{cost}</span>}
      {streamed.length > 0 && <span className={styles.speed}>{count(streamed.length, 'step')}</span>}
    </p>
  );
}

interface Shown {
  readonly asked: AskedPlanner;
  readonly live: LiveText | undefined;
}

/** Which words of a model are read. */
type Words = 'reasoning' | 'text';

const WORDS = [
  { id: 'reasoning', title: 'Reasoning' },
  { id: 'text', title: 'Reply' },
] as const;

/** The end of what comes is in sight, until somebody scrolls up to read. */
function ModelWords({
  who,
  words,
  live,
}: Pick<Shown, 'live'> & { readonly who: string; readonly words: Words }) {
  const text = live?.[words] ?? '';
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls when there is more to read.
  useEffect(() => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  const onScroll = () => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = box.current ?? {};
    isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 4;
  };
  return (
    <div
      ref={box}
      role="log"
      aria-live="off"
      aria-label={`${words === 'reasoning' ? 'Reasoning' : 'Reply'} of ${who}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
      tabIndex={0}
      className={cx(styles.words, words === 'text' && styles.reply)}
      onScroll={onScroll}
    >
      {text === '' ? <span className={styles.none}>No text yet.</span> : text.trimStart()}
      <i className={styles.caret} />
    </div>
  );
}

/** A model that says nothing: it may still load, or have stopped. */
function Quiet({ asked, live }: Shown) {
  const steer = useCanSteer();
  const now = useNow(1_000);
  const since = Math.max(live?.at ?? 0, asked.planning.askedAt);
  const [patientSince, setPatientSince] = useState<number | null>(null);
  if (now - since < QUIET_MS || patientSince === since) return null;
  return (
    <p className={styles.quiet}>
      <span>No text for {Math.floor((now - since) / 1_000)} s</span>
      <Button size="small" variant="outline" onClick={() => setPatientSince(since)}>
        Wait
      </Button>
      <RulesInstead asked={asked} />
      <Button size="small" variant="outline" disabled={!steer} onClick={cancelRun}>
        Cancel the run
      </Button>
    </p>
  );
}

/** What a screen reader is told: not each word, and not each second. */
function Spoken({ asked }: { readonly asked: AskedPlanner }) {
  const now = useNow(SPOKEN_MS);
  const { askedAt, streamed } = asked.planning;
  const seconds = Math.max(0, Math.round((now - askedAt) / 1_000));
  const [spoken, setSpoken] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: steps that come in between are told with the next one.
  useEffect(
    () => setSpoken(`Planning, ${count(seconds, 'second')}, ${count(streamed.length, 'step')}`),
    [now],
  );
  return (
    <span role="status" className="visually-hidden">
      {spoken}
    </span>
  );
}

/** The same as the strip tells while a model plans, as a list, with the steps that it has written so far (P1). */
export function ThinkingFacts({ asked }: { readonly asked: AskedPlanner }) {
  const { who, model, planning, call } = asked;
  const session = useSession();
  const connected = model === null ? null : connectedBy(session, model.connection);
  const live = useRunFacts(({ progress }) => progress.get(asked.address));
  const { bytes, at } = live?.call === call ? live : { bytes: 0, at: planning.askedAt };
  const { tokens, speed } = modelFigures(bytes, at - planning.askedAt);
  const cost = costWords(tokens, model?.price, connected?.url ?? null);
  return (
    <section className={styles.facts} aria-label="The model at work">
      <dl>
        <dt>Who plans</dt>
        <dd>
          <b>{who}</b>
        </dd>
        {connected !== null && (
          <>
            <dt>Where</dt>
            <dd>{hostWords(connected.url)}</dd>
          </>
        )}
        <dt>Running for</dt>
        <dd>
          <Elapsed span={{ from: planning.askedAt, at: null }} />
        </dd>
        <dt>Written</dt>
        <dd>
          ≈ {tokens.toLocaleString('en')} tokens{speed !== null && `, ≈ ${speed} per second`}
        </dd>
        {cost !== null && (
          <>
            <dt>Cost</dt>
            <dd>{cost}</dd>
          </>
        )}
        <dt>If it fails</dt>
        <dd>the next model, then the built-in rules, and the run says so</dd>
      </dl>
      <StreamedSteps streamed={planning.streamed} askedAt={planning.askedAt} isWriting />
      <RulesInstead asked={asked} />
    </section>
  );
}

interface StreamedStepsProps {
  readonly streamed: readonly StreamedStep[];
  /** When the call left, in milliseconds since the epoch. */
  readonly askedAt: number;
  readonly isWriting?: boolean;
}

/** The steps of a reply as they could be read while it arrived, each with its time since the call left (D4). */
export function StreamedSteps({ streamed, askedAt, isWriting = false }: StreamedStepsProps) {
  return (
    <section className={styles.steps}>
      <h2>
        Steps as they arrive{isWriting ? '' : 'd'}{' '}
        <small>
          {streamed.length}
          {isWriting && ' so far'}
        </small>
      </h2>
      <ol aria-label="Steps as they arrive">
        {streamed.map((one) => (
          <li key={one.seq}>
            <span>{titleOf(one)}</span>
            {one.problems.length === 0 ? <Pill tone="ok">fits</Pill> : <Pill tone="bad">refused</Pill>}
            <time>{durationText(Math.max(0, one.at - askedAt))}</time>
          </li>
        ))}
        {isWriting && (
          <li className={styles.writing}>
            <span>writing</span>
          </li>
        )}
      </ol>
    </section>
  );
}

function titleOf({ node, state, step }: StreamedStep): string {
  return node?.name ?? node?.id ?? state?.id ?? `step ${step + 1}`;
}

/** Offered where the built-in rules have a plan for what the model is asked. */
function RulesInstead({ asked }: { readonly asked: AskedPlanner }) {
  const plan = useRulesInstead(asked);
  if (plan === null) return null;
  return (
    <Button variant="outline" size="small" icon={FastForward} onClick={plan}>
      Use built-in rules instead
    </Button>
  );
}

/** P5: what has the built-in rules plan instead of the model that is at work; null where they have no plan, or another tab drives. */
function useRulesInstead(asked: AskedPlanner): (() => void) | null {
  const { command, call } = asked;
  const { shown } = useSession();
  const canSteer = useCanSteer();
  const [can, setCan] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a call is asked once, however often it is drawn.
  useEffect(() => {
    let isOver = false;
    const tell = (found: boolean) => !isOver && setCan(found);
    shown.facts
      .getState()
      .steered?.rulesCanPlan(command)
      .then(tell, () => tell(false));
    return () => {
      isOver = true;
    };
  }, [call, canSteer]);
  return can && canSteer ? () => planByRules(call) : null;
}

/** Where a server is, as people say it: "on this computer", else its host. */
export function hostWords(url: string): string {
  if (!URL.canParse(url)) return url;
  const { hostname, host } = new URL(url);
  return isThisComputer(hostname) ? 'on this computer' : host;
}

function isThisComputer(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
