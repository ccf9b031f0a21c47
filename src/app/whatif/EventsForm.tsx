import { Plus, Trash2 } from 'lucide-react';
import { isJsonObject, type Json, type JsonObject, setAt } from '#base';
import { FieldPathContext, pathInside, useFieldPath } from '../forms/fieldPath';
import type { Path } from '../forms/form';
import { JsonInput } from '../forms/JsonInput';
import { TextInput } from '../forms/TextInput';
import { Button } from '../parts/Button';
import { IconButton } from '../parts/IconButton';
import { Select } from '../parts/Input';
import { Field } from '../ui/Field';
import type { Askable } from './askable';
import { Milliseconds } from './OutcomeFields';
import styles from './WhatIf.module.css';

interface Props {
  readonly events: readonly JsonObject[];
  readonly askable: readonly Askable[];
  /** Types of the signals that the plan listens for. */
  readonly signals: readonly string[];
  readonly onChange: (change: (events: readonly JsonObject[]) => readonly JsonObject[]) => void;
}

/** What comes from outside by itself: answers of people, signals, and the hand on the run. */
export function EventsForm({ events, askable, signals, onChange }: Props) {
  const path = useFieldPath();
  const add = () => onChange((list) => [...list, nextEvent(list, askable, signals)]);
  return (
    <>
      {events.length === 0 && (
        <p className={styles.note}>
          Nobody answers, no signal comes and nobody pauses the run: what waits, waits until its time is up.
        </p>
      )}
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an event has no identity but its place.
        <fieldset key={index} className={styles.outcome}>
          <legend>Event {index + 1}</legend>
          <FieldPathContext value={pathInside(path, index)}>
            <EventFields
              event={event}
              askable={askable}
              signals={signals}
              onChange={(place, value) =>
                onChange((list) => list.map((one, at) => (at === index ? setAt(one, place, value) : one)))
              }
            />
          </FieldPathContext>
          <IconButton
            icon={Trash2}
            className={styles.remove}
            label={`Remove event ${index + 1}`}
            onClick={() => onChange((list) => list.filter((_, at) => at !== index))}
          />
        </fieldset>
      ))}
      <Button icon={Plus} className={styles.add} onClick={add}>
        Add an event
      </Button>
    </>
  );
}

interface FieldsProps {
  readonly event: JsonObject;
  readonly askable: readonly Askable[];
  readonly signals: readonly string[];
  readonly onChange: (path: Path, value: Json | undefined) => void;
}

function EventFields({ event, askable, signals, onChange }: FieldsProps) {
  const atMs = typeof event.atMs === 'number' ? event.atMs : 0;
  const kind = kindOf(event);
  return (
    <div className={styles.fields}>
      <div className={styles.line}>
        <Milliseconds label="At" value={atMs} onChange={(next) => onChange(['atMs'], next)} />
        <Field label="What comes">
          {(ids) => (
            <Select
              {...ids}
              value={kind}
              onChange={({ target }) => onChange([], { atMs, ...blank(target.value, askable, signals) })}
            >
              <option value="answer">an answer</option>
              <option value="signal">a signal</option>
              <option value="pause">pause</option>
              <option value="resume">resume</option>
              <option value="cancel">cancel</option>
            </Select>
          )}
        </Field>
        {kind === 'answer' && <AnswerTo event={event} askable={askable} onChange={onChange} />}
        {kind === 'signal' && (
          <Field label="Event type">
            {(ids) => (
              <TextInput
                {...ids}
                mono
                value={String(event.signal ?? '')}
                onCommit={(text) => {
                  onChange(['signal'], text);
                  return null;
                }}
              />
            )}
          </Field>
        )}
      </div>
      {kind === 'answer' && (
        <Value label="Answer" event={event} path={['answer', 'value']} onChange={onChange} />
      )}
      {kind === 'signal' && <Value label="Data" event={event} path={['data']} onChange={onChange} />}
    </div>
  );
}

function AnswerTo({ event, askable, onChange }: Omit<FieldsProps, 'signals'>) {
  const answer = isJsonObject(event.answer) ? event.answer : {};
  const address = typeof answer.address === 'string' ? answer.address : '';
  const known = askable.some((one) => one.address === address);
  return (
    <Field label="To">
      {(ids) => (
        <Select
          {...ids}
          value={address}
          onChange={({ target }) => onChange(['answer'], answerTo(target.value, askable))}
        >
          {!known && <option value={address}>{address}</option>}
          {askable.map((one) => (
            <option key={one.address} value={one.address}>
              {one.title}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function Value({
  label,
  event,
  path,
  onChange,
}: {
  readonly label: string;
  readonly event: JsonObject;
  readonly path: Path;
  readonly onChange: FieldsProps['onChange'];
}) {
  const answer = isJsonObject(event.answer) ? event.answer : {};
  return (
    <Field label={label} aside="JSON">
      {(ids) => (
        <JsonInput
          {...ids}
          value={(path[0] === 'answer' ? answer.value : event.data) ?? null}
          onCommit={(next) => {
            onChange(path, next ?? null);
            return null;
          }}
        />
      )}
    </Field>
  );
}

function kindOf({ answer, signal, command }: JsonObject): string {
  if (answer !== undefined) return 'answer';
  return signal !== undefined ? 'signal' : String(command ?? 'pause');
}

/** How long a person takes to answer, unless it is said. */
const THINKING_MS = 1000;

/** The event that probably comes next: an answer to who waits and has none yet. */
function nextEvent(
  events: readonly JsonObject[],
  askable: readonly Askable[],
  signals: readonly string[],
): JsonObject {
  const answered = new Set(events.map(({ answer }) => (isJsonObject(answer) ? answer.address : null)));
  const open = askable.filter(({ address }) => !answered.has(address));
  const next = open.find(({ waitsFrom }) => waitsFrom !== null) ?? open[0];
  const last = Math.max(0, ...events.map(({ atMs }) => (typeof atMs === 'number' ? atMs : 0)));
  const atMs = (next?.waitsFrom ?? last) + THINKING_MS;
  if (next !== undefined) return { atMs, ...blank('answer', [next], signals) };
  return { atMs, ...blank(signals.length > 0 ? 'signal' : 'pause', askable, signals) };
}

/** A new event of a kind, without its time. */
function blank(kind: string, askable: readonly Askable[], signals: readonly string[]): JsonObject {
  if (kind === 'answer') return { answer: answerTo(askable[0]?.address ?? '/ask', askable) };
  return kind === 'signal' ? { signal: signals[0] ?? 'go', data: null } : { command: kind };
}

function answerTo(address: string, askable: readonly Askable[]): JsonObject {
  return { address, value: askable.find((one) => one.address === address)?.sample ?? null };
}
