import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { type Diagnostic, type Json, type JsonObject, jsonOf } from '#base';
import { moveTransition, transitionAt } from '#editor';
import {
  allStates,
  findState,
  listOf,
  machinePartSchema,
  type State,
  type StateMachinePlan,
  splitPath,
  type Transition,
  targetsOf,
} from '#plan';
import type { GraphEdge } from '#projection';
import { give } from '../commands/give';
import styles from '../design/Inspector.module.css';
import { useExpressionScopeOf } from '../design/useSuggestionsOfPlan';
import { FieldAt, FieldMark, FieldPathContext, pathInside } from '../forms/FieldAt';
import { ExpressionScopeContext, problemsInside, worstOf } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { titleOfField } from '../forms/schema';
import { TextInput } from '../forms/TextInput';
import { readDuration } from '../forms/typedValues';
import { Button } from '../parts/Button';
import { Select } from '../parts/Input';
import { useProblems, useScene, useSession } from '../state/session';
import { Field } from '../ui/Field';
import { transitionChange } from './machineGestures';

const TRANSITION = machinePartSchema('transition');
const REST = ['when', 'actions', 'reenter', 'description'] as const satisfies readonly (keyof Transition)[];

/** The form of a transition: what sets it off, its condition, where it leads, what it does. */
export function TransitionSetup({ edge }: { readonly edge: GraphEdge }) {
  const session = useSession();
  const { id, editor } = session;
  const machine = useScene((scene) => scene.machine);
  const disabled = useScene((scene) => scene.readOnly);
  const scope = useExpressionScopeOf();
  const all = useProblems((state) => state.diagnostics);
  const { transition: drawn } = edge;
  const onChange = useMemo(() => transitionChange(editor, edge.key), [editor, edge.key]);
  const found = transitionAt(editor, edge.key);
  if (machine === null || drawn === undefined || found === null) return null;
  const { transition } = found;
  const own = all.filter(({ where }) => where.plan === machine.id && (where.node ?? null) === drawn.state);
  const problems = problemsInside(own, drawn.path);
  const nameOf = (id: string): string => findState(machine, id)?.state.name ?? id;
  const from = drawn.state === null ? 'anywhere' : nameOf(drawn.state);
  if (transition === null) {
    return (
      <p className={styles.muted}>
        {from} goes on to {nameOf(edge.to.slice(1))} by itself: see the state.
      </p>
    );
  }
  const form = {
    schema: TRANSITION,
    value: jsonOf(transition),
    mode: 'literal' as const,
    disabled,
    problems,
    onChange,
  };
  const targets = targetsOf(transition);
  const { list, index } = splitPath(drawn.path);
  const owner = drawn.state === null ? machine : findState(machine, drawn.state)?.state;
  const count = (owner && listOf(owner, list)?.length) ?? 1;
  const path = disabled
    ? ''
    : `${id}/${machine.id}${drawn.state === null ? '' : `/${drawn.state}`}${drawn.path}`;
  return (
    <ExpressionScopeContext value={scope}>
      <FieldPathContext value={path}>
        <FieldMark at={path}>
          <p className={styles.muted}>From {from}</p>
          {'event' in transition && (
            <div data-field="name">
              <SchemaForm {...form} only={['event']} />
            </div>
          )}
          {drawn.cause === 'after' && (
            <FieldAt of={'delay' in transition ? 'delay' : 'delayMs'}>
              <Field label="After" hint={delayHint(machine.delays)}>
                {(ids) => (
                  <TextInput
                    {...ids}
                    disabled={disabled}
                    value={delayOf(transition)}
                    onCommit={(text) => onChange([], withDelay(jsonOf(transition), text, machine.delays))}
                  />
                )}
              </Field>
            </FieldAt>
          )}
          <FieldMark at={pathInside(path, 'restart')}>
            <StateField
              of="target"
              in={TRANSITION}
              value={'restart' in transition && transition.restart ? RESTART : targets[0]}
              states={allStates(machine.states)}
              none="Nowhere: it stays"
              others={<option value={RESTART}>The machine itself: it begins again</option>}
              disabled={disabled}
              problems={problems}
              onChoose={(to) => onChange([], leadingTo(jsonOf(transition), to))}
            />
          </FieldMark>
          {targets.length > 1 && (
            <p className={styles.muted}>And to {targets.slice(1).map(nameOf).join(', ')}.</p>
          )}
          <SchemaForm {...form} only={REST} />
          {!disabled && (
            <div className={styles.line}>
              <Button
                size="small"
                icon={ArrowUp}
                disabled={index === 0}
                onClick={() => moveTransition(editor, edge.key, -1)}
              >
                Check it earlier
              </Button>
              <Button
                size="small"
                icon={ArrowDown}
                disabled={index >= count - 1}
                onClick={() => moveTransition(editor, edge.key, 1)}
              >
                Later
              </Button>
              <Button size="small" icon={Trash2} onClick={() => give(session, 'edit.delete')}>
                Delete
              </Button>
            </div>
          )}
        </FieldMark>
      </FieldPathContext>
    </ExpressionScopeContext>
  );
}

/** No state has this id. */
const RESTART = ':machine';

function leadingTo(transition: Readonly<Record<string, Json>>, to: string | undefined): Json {
  const { target: _target, restart: _restart, ...rest } = transition;
  if (to === RESTART) return { ...rest, restart: true };
  return to === undefined ? rest : { ...rest, target: to };
}

function delayOf(transition: object): string {
  const { delayMs, delay } = jsonOf(transition);
  return String(delay ?? delayMs ?? '');
}

type Delays = StateMachinePlan['delays'];

function delayHint(delays: Delays = []): string {
  const names = delays.map(({ name }) => name).join(', ');
  const named = names === '' ? 'the name of a delay of the machine' : `a delay of the machine: ${names}`;
  return `Milliseconds, a span like 90 s, or ${named}.`;
}

/** A name of the machine's goes before a span that reads the same. */
function withDelay(transition: Readonly<Record<string, Json>>, text: string, delays: Delays = []): Json {
  const { delayMs: _ms, delay: _name, ...rest } = transition;
  const wanted = text.trim();
  if (delays.some(({ name }) => name === wanted)) return { delay: wanted, ...rest };
  const span = readDuration(wanted === '' ? '0' : wanted, { integer: true, minimum: 0 });
  return span.ok ? { delayMs: span.value, ...rest } : { delay: wanted, ...rest };
}

interface Props {
  /** The field's name in what is edited around. */
  readonly of: string;
  /** The schema of what is edited around, which says what the field is called. */
  readonly in: JsonObject;
  /** The chosen state's id. */
  readonly value: string | undefined;
  readonly states: Iterable<State>;
  /** What no choice means. */
  readonly none: ReactNode;
  /** Choices beside the states. */
  readonly others?: ReactNode;
  readonly disabled: boolean;
  /** Those of what is edited around. */
  readonly problems: readonly Diagnostic[];
  readonly onChoose: (state: string | undefined) => void;
}

/** Chooses a state by its name. */
export function StateField(props: Props) {
  const { of, value, states, none, others, disabled, problems, onChoose } = props;
  return (
    <FieldAt of={of}>
      <Field label={titleOfField(props.in, of)} problem={worstOf(problemsInside(problems, `/${of}`))}>
        {(ids) => (
          <Select
            {...ids}
            disabled={disabled}
            value={value ?? ''}
            onChange={({ target }) => onChoose(target.value === '' ? undefined : target.value)}
          >
            <option value="">{none}</option>
            {others}
            {[...states].map(({ id, name }) => (
              <option key={id} value={id}>
                {name ?? id}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FieldAt>
  );
}
