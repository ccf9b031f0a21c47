import { useMemo } from 'react';
import { type Address, isJsonObject, type Json, withoutAttempt } from '#base';
import { asksModel } from '#plan';
import { callsMadeBy, type InnerCall, type NodeCard, originsAmong } from '#projection';
import { Pill } from '../parts/Pill';
import { FailureText } from '../run/FailureText';
import { useRunFacts, useView } from '../run/runStore';
import { OriginsLine } from '../ui/CallWords';
import { lookOf } from '../ui/StatusPill';
import styles from './Inspector.module.css';
import { MoreFields } from './MoreFields';
import { ValueView } from './ValueView';

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
