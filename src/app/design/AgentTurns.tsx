import { Copy } from 'lucide-react';
import { useMemo } from 'react';
import { escapeControlsInJson, isJsonObject, type Json, withoutAttempt } from '#base';
import type { NodeOf } from '#plan';
import { type AgentTurn, agentTurns, type NodeCard, shortValue, stepResultOf } from '#projection';
import { Button } from '../parts/Button';
import { copyText } from '../parts/browser';
import { Pill } from '../parts/Pill';
import { say } from '../parts/Toasts';
import { FailureText } from '../run/FailureText';
import { useRunFacts, useView } from '../run/runStore';
import { lookOf } from '../ui/StatusPill';
import styles from './AgentTurns.module.css';
import inspector from './Inspector.module.css';
import { MoreFields } from './MoreFields';
import { ValueView } from './ValueView';

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
    <section className={inspector.group} aria-label="Turns">
      <h3>Turns</h3>
      <ol className={styles.turns}>
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
    <li className={styles.turn}>
      <span className={styles.number} aria-hidden>
        {number}
      </span>
      <div className={styles.body}>
        {thought !== null && (words !== null ? <p>{words}</p> : <Thinking turn={turn} />)}
        {wanted !== null && <CallLine {...wanted} />}
        {action !== null && <Seen turn={turn} />}
        {wanted !== null && action === null && <p className={inspector.muted}>not called</p>}
        {answer !== undefined && (
          <div className={styles.answer}>
            <ValueView value={answer} none="Nothing." />
          </div>
        )}
        {verdict !== null && (
          <p className={inspector.muted}>
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
      <p className={inspector.bad}>
        <FailureText error={thought.error} address={thought.address} />
      </p>
    );
  }
  if (thought.result !== undefined) return <ValueView value={thought.result} none="Nothing." />;
  return progress === undefined ? <p>thinking…</p> : <pre className={inspector.progress}>{progress}</pre>;
}

function CallLine({ tool, input }: { readonly tool: string; readonly input: Json }) {
  const entries = isJsonObject(input) ? Object.entries(input) : [['input', input] as const];
  return (
    <code className={styles.call}>
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
      <p className={inspector.bad}>
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
