import { Copy } from 'lucide-react';
import { useMemo } from 'react';
import { type Address, escapeControlsInJson, isJsonObject, type Json, withoutAttempt } from '#base';
import { asksModel, type NodeOf } from '#plan';
import {
  type AgentTurn,
  agentTurns,
  callsMadeBy,
  type InnerCall,
  type NodeCard,
  originsAmong,
  shortValue,
  stepResultOf,
} from '#projection';
import { Button } from '../parts/Button';
import { copyText } from '../parts/browser';
import { Pill } from '../parts/Pill';
import { say } from '../parts/Toasts';
import { useRunFacts, useView } from '../run/runStore';
import { FailureText } from '../run/TroubleBanners';
import { OriginsLine } from '../ui/CallWords';
import { lookOf } from '../ui/StatusPill';
import turnStyles from './CallsInside.module.css';
import styles from './Inspector.module.css';
import { MoreFields, ValueView } from './InspectorParts';

/** What a node asked models inside itself (K2), call by call: what was asked, and what came back. */
export function CallsInside({ node: { node, address } }: { readonly node: NodeCard }) {
  const view = useView();
  const calls = useMemo(
    () => (view === null || !asksModel(node) ? [] : callsMadeBy(node, withoutAttempt(address), view)),
    [view, node, address],
  );
  if (calls.length === 0) return null;
  return (
    <section className={styles.group} aria-label="Calls">
      <h3>Calls</h3>
      <ol className={styles.attempts}>
        {calls.map((call) => (
          <CallItem key={call.record.address} call={call} />
        ))}
      </ol>
    </section>
  );
}

function CallItem({ call: { node, record } }: { readonly call: InnerCall }) {
  const view = useView();
  const look = lookOf(record.status);
  const title = node.name?.split(' · ')[0] ?? node.id;
  return (
    <li className={styles.attempt}>
      <div>
        {title}
        <Pill tone={look.tone} icon={look.icon}>
          {look.word}
        </Pill>
      </div>
      <MoreFields title="What was asked">
        <OriginsLine origins={view === null ? [] : originsAmong(view, record.inputFrom)} />
        <Words value={record.input} name="prompt" />
      </MoreFields>
      {record.status === 'running' && <AsItComes address={record.address} />}
      {record.error !== null && (
        <span className={styles.bad}>
          <FailureText error={record.error} address={record.address} />
        </span>
      )}
      {record.result !== undefined && <Words value={record.result} name="text" />}
    </li>
  );
}

function AsItComes({ address }: { readonly address: Address }) {
  const progress = useRunFacts((facts) => facts.progress.get(address)?.text);
  return progress === undefined ? null : <pre className={styles.progress}>{progress}</pre>;
}

/** The words of a call of a model; of any other call the value. */
function Words({ value, name }: { readonly value: Json | undefined; readonly name: string }) {
  const words = isJsonObject(value) ? value[name] : undefined;
  if (typeof words !== 'string') return <ValueView value={value} none="Nothing." />;
  return <pre className={styles.progress}>{words}</pre>;
}

/** What an agent thinks, does and sees, turn by turn (L11), while it goes on. */
export function AgentTurns({ node, agent }: { readonly node: NodeCard; readonly agent: NodeOf<'AGENT'> }) {
  const view = useView();
  const turns = useMemo(
    () => (view === null ? [] : agentTurns(agent, withoutAttempt(node.address), view)),
    [view, agent, node.address],
  );
  if (turns.length === 0) return null;
  const result = view === null ? null : stepResultOf(agent, withoutAttempt(node.address), view);
  return (
    <section className={styles.group} aria-label="Turns">
      <h3>Turns</h3>
      <ol className={turnStyles.turns}>
        {turns.map((turn) => (
          <Turn key={turn.key} turn={turn} />
        ))}
      </ol>
      {result !== null && (
        <Button
          size="small"
          icon={Copy}
          data-tip="As systems that plan and execute record a step"
          onClick={async () => {
            const done = await copyText(JSON.stringify(result, null, 2));
            say(done ? { tone: 'ok', text: 'The result of this step is on the clipboard.' } : NOT_COPIED);
          }}
        >
          Copy as StepResult
        </Button>
      )}
    </section>
  );
}

const NOT_COPIED = { tone: 'bad', text: 'The browser refused the clipboard.' } as const;

function Turn({ turn }: { readonly turn: AgentTurn }) {
  const { number, thought, words, wanted, action, answer, verdict, reason } = turn;
  return (
    <li className={turnStyles.turn}>
      <span className={turnStyles.number} aria-hidden>
        {number}
      </span>
      <div className={turnStyles.body}>
        {thought !== null && (words !== null ? <p>{words}</p> : <Thinking turn={turn} />)}
        {wanted !== null && <CallLine {...wanted} />}
        {action !== null && <Seen turn={turn} />}
        {wanted !== null && action === null && <p className={styles.muted}>not called</p>}
        {answer !== undefined && (
          <div className={turnStyles.answer}>
            <ValueView value={answer} none="Nothing." />
          </div>
        )}
        {verdict !== null && (
          <p className={styles.muted}>
            <Judged turn={turn} /> {reason}
          </p>
        )}
      </div>
    </li>
  );
}

/** What has come of a thought so far, or why none has. */
function Thinking({ turn: { thought } }: { readonly turn: AgentTurn }) {
  const progress = useRunFacts((facts) =>
    thought === null ? undefined : facts.progress.get(thought.address)?.text,
  );
  if (thought === null) return null;
  if (thought.error !== null) {
    return (
      <p className={styles.bad}>
        <FailureText error={thought.error} address={thought.address} />
      </p>
    );
  }
  if (thought.result !== undefined) return <ValueView value={thought.result} none="Nothing." />;
  return progress === undefined ? <p>thinking…</p> : <pre className={styles.progress}>{progress}</pre>;
}

function CallLine({ tool, input }: { readonly tool: string; readonly input: Json }) {
  const entries = isJsonObject(input) ? Object.entries(input) : [['input', input] as const];
  return (
    <code className={turnStyles.call}>
      <b>{tool}</b>
      {entries.map(([name, value]) => (
        <span key={name}>
          {' '}
          {name}: {escapeControlsInJson(JSON.stringify(value))}
        </span>
      ))}
    </code>
  );
}

/** What came of the call: in a few words, and behind them all of it. */
function Seen({ turn: { action } }: { readonly turn: AgentTurn }) {
  if (action === null) return null;
  const look = lookOf(action.status);
  if (action.error !== null) {
    return (
      <p className={styles.bad}>
        <FailureText error={action.error} address={action.address} />
      </p>
    );
  }
  if (action.result === undefined) {
    return (
      <p>
        <Pill tone={look.tone} icon={look.icon}>
          {look.word}
        </Pill>
      </p>
    );
  }
  return (
    <MoreFields title={shortValue(action.result)}>
      <ValueView value={action.result} none="Nothing." />
    </MoreFields>
  );
}

function Judged({ turn: { met, criteria, verdict } }: { readonly turn: AgentTurn }) {
  if (met === null || criteria === null)
    return <Pill tone="run">{lookOf(verdict?.status ?? 'running').word}</Pill>;
  const some = criteria.filter(Boolean).length;
  const part = some === 0 ? 'not met yet' : `${some} of ${criteria.length} met`;
  return <Pill tone={met ? 'ok' : 'wait'}>{met ? 'met' : part}</Pill>;
}
