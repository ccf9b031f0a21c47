import { useMemo } from 'react';
import type { Diagnostic, JsonObject } from '#base';
import { chooseTransition, renameState } from '#editor';
import { allStates, findState, splitPath, transitionsOf } from '#plan';
import { labelOfTransition, type StateCard } from '#projection';
import { asJson } from '../design/asJson';
import styles from '../design/Inspector.module.css';
import { MoreFields } from '../design/MoreFields';
import { useExpressionScopeOf } from '../design/useExpressionScopeOf';
import { FieldAt, FieldMark } from '../forms/FieldAt';
import { FieldPathContext, useFieldPath } from '../forms/fieldPath';
import type { Change } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { ExpressionScopeContext } from '../forms/scope';
import { TextInput } from '../forms/TextInput';
import { useEditor, useProblems, useScene, useSession } from '../state/session';
import { Field } from '../ui/Field';
import { ProblemList } from '../ui/ProblemList';
import { AddTransition } from './AddTransition';
import { stateChange } from './machineChanges';
import { StateField } from './StateField';
import { STATE_FORM } from './stateSchemas';

const MAIN = ['type'];
const OF_SOME = ['history', 'isTerminal', 'outcome', 'output', 'action', 'invoke'] as const;
const REST = ['entry', 'initialActions', 'exit', 'tags', 'pause', 'choose', 'description'];

/** The form of a state (E5): its names, its kind, what it does, and where it leads. */
export function StateSetup({ card }: { readonly card: StateCard }) {
  const { id, editor } = useSession();
  const machine = useScene((scene) => scene.machine);
  const disabled = useScene((scene) => scene.readOnly);
  const scope = useExpressionScopeOf();
  const problems = useOwnProblems(card.node.id);
  const { node, key } = card;
  const onChange = useMemo(() => stateChange(editor, key), [editor, key]);
  if (machine === null) return null;
  const form = {
    schema: STATE_FORM,
    value: asJson(node),
    mode: 'literal' as const,
    disabled,
    problems,
    onChange,
  };
  const inner = node.states ?? [];
  const isEnd = card.shape.kind === 'final' || node.isTerminal === true;
  const isHistory = card.shape.kind === 'history';
  const main = [
    ...MAIN,
    ...(isHistory ? ['history'] : []),
    ...(card.parent === null ? ['isTerminal'] : []),
    ...(isEnd ? ['outcome', 'output'] : ['action', 'invoke']),
  ];
  const rest = REST.filter((field) => field !== 'initialActions' || inner.length > 0 || field in node);
  // What the document says stands there, also where this kind of state makes no use of it.
  const unused = OF_SOME.filter((field) => !main.includes(field) && field in node);
  return (
    <ExpressionScopeContext value={scope}>
      <FieldPathContext value={disabled ? '' : `${id}/${machine.id}${key}`}>
        {problems.length > 0 && (
          <div className={styles.problems}>
            <ProblemList diagnostics={problems} nameOf={() => ''} />
          </div>
        )}
        <div data-field="name">
          <Field label="Name">
            {(ids) => (
              <TextInput
                {...ids}
                disabled={disabled}
                placeholder={node.id}
                value={node.name ?? ''}
                onCommit={(name) => {
                  renameState(editor, key, name);
                  return null;
                }}
              />
            )}
          </Field>
        </div>
        <FieldAt of="id">
          <Field label="Id" hint="Transitions lead to it by this name; all of them follow when it changes.">
            {(ids) => (
              <TextInput
                {...ids}
                mono
                late
                disabled={disabled}
                value={node.id}
                onCommit={(next) => onChange(['id'], next.trim())}
              />
            )}
          </Field>
        </FieldAt>
        <SchemaForm {...form} only={[...main, ...unused]} />
        {(((inner.length > 0 || node.type === 'compound') && card.shape.kind !== 'parallel') ||
          node.initial !== undefined) && (
          <StateField
            of="initial"
            label="Begins with"
            value={node.initial}
            states={inner}
            none={<>The first, {inner[0]?.name ?? inner[0]?.id}</>}
            disabled={disabled}
            problems={problems}
            onChoose={(state) => onChange(['initial'], state)}
          />
        )}
        {(isHistory || node.target !== undefined) && (
          <Target {...form} field="target" label="Leads to, while nothing is remembered" />
        )}
        {((!isHistory && !isEnd) || node.defaultNext !== undefined) && (
          <Target {...form} field="defaultNext" label="Default transition" />
        )}
        {(card.ports.length > 0 || transitionsOf(node).length > 0) && (
          <Transitions card={card} disabled={disabled} />
        )}
        <MoreFields
          title="Actions, tags, pause, choices"
          holds={rest}
          open={rest.some((field) => field in node)}
        >
          <SchemaForm {...form} only={rest} />
        </MoreFields>
      </FieldPathContext>
    </ExpressionScopeContext>
  );
}

interface TargetProps {
  readonly field: 'target' | 'defaultNext';
  readonly label: string;
  readonly value: JsonObject;
  readonly disabled: boolean;
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** A state that it leads to without a transition of its own. */
function Target({ field, label, value, disabled, problems, onChange }: TargetProps) {
  const machine = useScene((scene) => scene.machine);
  const to = [value[field] ?? ''].flat()[0];
  return (
    <StateField
      of={field}
      label={label}
      value={typeof to === 'string' ? to : undefined}
      states={allStates(machine?.states ?? [])}
      none="Nowhere"
      disabled={disabled}
      problems={problems}
      onChoose={(state) => onChange([field], state)}
    />
  );
}

function textOf(target: string | string[] | undefined): string | undefined {
  return typeof target === 'string' ? target : target?.[0];
}

/** Where it leads, each a way to the form of that transition. */
function Transitions({ card, disabled }: { readonly card: StateCard; readonly disabled: boolean }) {
  const editor = useEditor();
  const machine = useScene((scene) => scene.machine);
  const path = useFieldPath();
  const nameOf = (id: string | undefined): string | undefined =>
    id === undefined || machine === null ? id : (findState(machine, id)?.state.name ?? id);
  const placed = transitionsOf(card.node);
  return (
    <fieldset className={styles.group} aria-label="Transitions">
      <h3>Transitions, the first that fits is taken</h3>
      {placed.length === 0 && <p className={styles.muted}>Nothing leads from here yet.</p>}
      <ul>
        {placed.map((one) => (
          <li key={one.path} className={styles.planRow}>
            <FieldMark at={path === '' ? '' : `${path}${splitPath(one.path).list}`}>
              <FieldMark at={path === '' ? '' : `${path}${one.path}`}>
                <button
                  type="button"
                  className={styles.planName}
                  onClick={() => chooseTransition(editor, card.node.id, one.path)}
                >
                  {labelOfTransition(one) || 'always'} → {nameOf(textOf(one.transition.target)) ?? 'stays'}
                </button>
              </FieldMark>
            </FieldMark>
          </li>
        ))}
      </ul>
      {!disabled && <AddTransition card={card} />}
    </fieldset>
  );
}

function useOwnProblems(state: string) {
  const all = useProblems((problems) => problems.diagnostics);
  const plan = useScene((scene) => scene.machine?.id);
  return useMemo(
    () => all.filter(({ where }) => where.node === state && where.plan === plan),
    [all, state, plan],
  );
}
