import { Plus, Trash2 } from 'lucide-react';
import { isJsonObject, type Json, type JsonObject, problem, setAt } from '#base';
import type { Commit } from '#kernel';
import { type CapabilityPlan, inputDefaults, inputSchema, scriptPartSchema } from '#plan';
import { JsonInput } from '../forms/CodeField';
import { FieldAt, FieldPathContext, pathInside, useFieldPath } from '../forms/FieldAt';
import type { Change, Path } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { fieldsOf, objectIn, titleOfField } from '../forms/schema';
import { Button, IconButton } from '../parts/Button';
import { Select } from '../parts/Input';
import { Field } from '../ui/Field';
import { type Answerable, type Askable, askableNodes, signalsOf } from './answerable';
import {
  changeOutcome,
  ENDINGS,
  endingOf,
  eventsOf,
  failing,
  fallbackOf,
  firstOutcome,
  type Item,
  inputsOf,
  outcomesOf,
  PLAIN_ENDINGS,
  type ScriptText,
  withEnding,
  withOutcomes,
} from './script';
import styles from './WhatIf.module.css';

interface ItemFormProps {
  readonly item: Item;
  readonly plan: CapabilityPlan;
  readonly script: ScriptText;
  /** The ledger of the last simulation of this plan; none before the first. */
  readonly simulated: readonly Commit[];
  /** Where texts that were refused are kept while the form is away. */
  readonly path: string;
  readonly onScript: (change: (script: ScriptText) => ScriptText) => void;
}

/** The form of what is chosen in the list. */
export function ItemForm({ path, ...props }: ItemFormProps) {
  const { item } = props;
  return (
    <FieldPathContext value={path}>
      <section className={styles.form} aria-label={item.title}>
        <Fields {...props} />
      </section>
    </FieldPathContext>
  );
}

function Fields({ item, plan, script, simulated, onScript }: Omit<ItemFormProps, 'path'>) {
  if (item.node !== null) {
    return (
      <OutcomesForm
        node={item.node}
        outcomes={outcomesOf(script, item.key)}
        onChange={(change) =>
          onScript((old) => withOutcomes(old, item.key, change(outcomesOf(old, item.key))))
        }
      />
    );
  }
  switch (item.key) {
    case '*inputs':
      return (
        <SchemaForm
          schema={inputSchema(plan.variables)}
          value={{ ...inputDefaults(plan.variables), ...inputsOf(script) }}
          mode="literal"
          onChange={taken((path, value) => onScript((old) => setAt(old, ['inputs', ...path], value)))}
        />
      );
    case '*rest':
      return (
        <>
          <p className={styles.note}>What answers where the script says nothing.</p>
          <OutcomeFields
            outcome={fallbackOf(script)}
            schema={null}
            sample={null}
            mayEnd={false}
            onChange={(place, value) =>
              onScript((old) => ({ ...old, default: changeOutcome(fallbackOf(old), place, value) }))
            }
          />
        </>
      );
    case '*events':
      return (
        <EventsForm
          events={eventsOf(script)}
          askable={askableNodes(plan, simulated)}
          signals={signalsOf(plan)}
          onChange={(change) => onScript((old) => setAt(old, ['events'], change(eventsOf(old))))}
        />
      );
    default:
      return <WholeScript script={script} onScript={onScript} />;
  }
}

/** The script as text: to paste one, and for what the forms do not offer (`startAt`). */
function WholeScript({ script, onScript }: Pick<ItemFormProps, 'script' | 'onScript'>) {
  return (
    <Field label="Script" aside="JSON" hint="What “planloom simulate --script” takes.">
      {(ids) => (
        <JsonInput
          {...ids}
          value={script}
          onCommit={(value) => {
            if (value !== undefined && !isJsonObject(value))
              return problem('INVALID_VALUE', 'A script is an object.', 'Start from {"nodes": …}.');
            onScript(() => value ?? {});
            return null;
          }}
        />
      )}
    </Field>
  );
}

interface EventsFormProps {
  readonly events: readonly JsonObject[];
  readonly askable: readonly Askable[];
  /** Types of the signals that the plan listens for. */
  readonly signals: readonly string[];
  readonly onChange: (change: (events: readonly JsonObject[]) => readonly JsonObject[]) => void;
}

/** What comes from outside by itself: answers of people, signals, and the hand on the run. */
function EventsForm({ events, askable, signals, onChange }: EventsFormProps) {
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

const EVENT = scriptPartSchema('event');
const ANSWER = objectIn(EVENT, 'answer');

function EventFields({ event, askable, signals, onChange }: FieldsProps) {
  const kind = kindOf(event);
  const { atMs = 0 } = event;
  const form = { schema: EVENT, value: event, mode: 'literal', onChange: taken(onChange) } as const;
  return (
    <div className={styles.fields}>
      <div className={styles.line}>
        <div className={styles.ms}>
          <SchemaForm {...form} only={['atMs']} />
        </div>
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
        {kind === 'signal' && <SchemaForm {...form} only={['signal']} />}
      </div>
      {kind === 'answer' && (
        <FieldAt of="answer">
          <SchemaForm
            {...form}
            schema={ANSWER}
            value={answerOf(event)}
            only={['value']}
            onChange={taken((path, value) => onChange(['answer', ...path], value ?? null))}
          />
        </FieldAt>
      )}
      {kind === 'signal' && <SchemaForm {...form} only={['data']} />}
    </div>
  );
}

function answerOf({ answer }: JsonObject): JsonObject {
  return isJsonObject(answer) ? answer : {};
}

/** Who waits is known from the plan and the last simulation. */
function AnswerTo({ event, askable, onChange }: Omit<FieldsProps, 'signals'>) {
  const { address } = answerOf(event);
  const to = typeof address === 'string' ? address : '';
  const known = askable.some((one) => one.address === to);
  return (
    <Field label={titleOfField(ANSWER, 'address')}>
      {(ids) => (
        <Select
          {...ids}
          value={to}
          onChange={({ target }) => onChange(['answer'], answerTo(target.value, askable))}
        >
          {!known && <option value={to}>{to}</option>}
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

const OUTCOME = scriptPartSchema('outcome');

interface OutcomesFormProps {
  readonly node: Answerable;
  readonly outcomes: readonly JsonObject[];
  readonly onChange: (change: (outcomes: readonly JsonObject[]) => readonly JsonObject[]) => void;
}

/** What a node gives back, attempt by attempt; the last outcome repeats. */
function OutcomesForm({ node, outcomes, onChange }: OutcomesFormProps) {
  const path = useFieldPath();
  const first = firstOutcome(node.sample);
  if (outcomes.length === 0) {
    return (
      <div className={styles.none}>
        <p className={styles.note}>Answered like everything else.</p>
        <div className={styles.buttons}>
          <Button variant="outline" icon={Plus} onClick={() => onChange(() => [first])}>
            Say what it gives
          </Button>
          <Button variant="outline" onClick={() => onChange(() => [failing(10)])}>
            Let it fail
          </Button>
        </div>
      </div>
    );
  }
  return (
    <>
      {outcomes.map((outcome, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an outcome has no identity but its place.
        <fieldset key={index} className={styles.outcome}>
          <legend>
            {attemptName(index)}
            {index === outcomes.length - 1 && <span> and every one after it</span>}
          </legend>
          <FieldPathContext value={pathInside(path, index)}>
            <OutcomeFields
              outcome={outcome}
              schema={node.output}
              sample={node.sample}
              mayEnd={node.mayEnd === true}
              onChange={(place, value) =>
                onChange((list) =>
                  list.map((one, at) => (at === index ? changeOutcome(one, place, value) : one)),
                )
              }
            />
          </FieldPathContext>
          <IconButton
            icon={Trash2}
            className={styles.remove}
            label={`Remove the outcome of the ${attemptName(index).toLowerCase()}`}
            onClick={() => onChange((list) => list.filter((_, at) => at !== index))}
          />
        </fieldset>
      ))}
      <Button icon={Plus} className={styles.add} onClick={() => onChange((list) => [...list, first])}>
        Another attempt
      </Button>
    </>
  );
}

const NAMES = ['First', 'Second', 'Third'];

function attemptName(index: number): string {
  return `${NAMES[index] ?? `${index + 1}th`} attempt`;
}

interface OutcomeFieldsProps {
  readonly outcome: JsonObject;
  /** JSON Schema of what it gives back, where that is known. */
  readonly schema: JsonObject | null;
  /** What it gives back when it stops failing. */
  readonly sample: Json;
  /** A capability's, which may also wait, or end more than itself (L7). */
  readonly mayEnd: boolean;
  /** Puts a value at a place of the outcome. */
  readonly onChange: (path: Path, value: Json | undefined) => void;
}

/** What a failure says, and what is waited for. */
const INSIDE = {
  error: objectIn(OUTCOME, 'error'),
  waitFor: objectIn(OUTCOME, 'waitFor'),
};

/** One outcome: how long it takes, whether it fails, and what it gives back or says. */
function OutcomeFields({ outcome, schema, sample, mayEnd, onChange }: OutcomeFieldsProps) {
  const ending = endingOf(outcome);
  const endings = mayEnd ? ENDINGS : PLAIN_ENDINGS;
  const form = { schema: OUTCOME, value: outcome, mode: 'literal', onChange: taken(onChange) } as const;
  const inside = ending === 'fails' ? 'error' : ending === 'waits' ? 'waitFor' : null;
  return (
    <div className={styles.fields}>
      <div className={styles.line}>
        <div className={styles.ms}>
          <SchemaForm {...form} only={['afterMs']} />
        </div>
        <Field label="Outcome">
          {(ids) => (
            <Select
              {...ids}
              value={ending}
              onChange={({ target }) => {
                const chosen = endings.find((one) => one.ending === target.value);
                if (chosen) onChange([], withEnding(outcome, chosen.ending, sample));
              }}
            >
              {endings.map((one) => (
                <option key={one.ending} value={one.ending}>
                  {one.words}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {inside !== null && (
          <div className={styles.wide}>
            <FieldAt of={inside}>
              <SchemaForm
                {...form}
                inLine
                schema={INSIDE[inside]}
                value={objectAt(outcome, inside)}
                onChange={taken((path, value) => onChange([inside, ...path], value))}
              />
            </FieldAt>
          </div>
        )}
      </div>
      {inside === null && <Output schema={schema} outcome={outcome} onChange={onChange} />}
    </div>
  );
}

function objectAt(value: JsonObject, name: string): JsonObject {
  const inside = value[name];
  return isJsonObject(inside) ? inside : {};
}

/** A form where the capability says what it gives back; JSON for everything else, and for what does not fit the form. */
function Output({ schema, outcome, onChange }: Pick<OutcomeFieldsProps, 'schema' | 'outcome' | 'onChange'>) {
  const { output = null } = outcome;
  if (schema === null || !isJsonObject(output) || fieldsOf(schema).length === 0) {
    const form = { schema: OUTCOME, value: { output }, mode: 'literal', onChange: taken(onChange) } as const;
    return <SchemaForm {...form} only={['output']} />;
  }
  return (
    <FieldAt of="output">
      <SchemaForm
        schema={schema}
        value={output}
        mode="literal"
        onChange={taken((path, next) => onChange(['output', ...path], next))}
      />
    </FieldAt>
  );
}

/** A script takes everything that its fields give; what is wrong with it is said when it is simulated. */
function taken(put: (path: Path, value: Json | undefined) => void): Change {
  return (path, value) => {
    put(path, value);
    return null;
  };
}
