import { useMemo } from 'react';
import { chooseTransition, renameState } from '#editor';
import { allStates, transitionsOf } from '#plan';
import { labelOfTransition, type StateCard } from '#projection';
import { asJson } from '../design/asJson';
import styles from '../design/Inspector.module.css';
import { MoreFields } from '../design/MoreFields';
import { useExpressionScopeOf } from '../design/useExpressionScopeOf';
import { FieldPathContext } from '../forms/fieldPath';
import { SchemaForm } from '../forms/SchemaForm';
import { ExpressionScopeContext } from '../forms/scope';
import { TextInput } from '../forms/TextInput';
import { Field } from '../parts/Field';
import { Select } from '../parts/Input';
import { ProblemList } from '../parts/ProblemList';
import { useEditor, useProblems, useScene, useSession } from '../state/session';
import { AddTransition } from './AddTransition';
import { stateChange } from './machineChanges';
import { STATE_FORM } from './stateSchemas';

const MAIN = ['type'];
const REST = ['entry', 'exit', 'tags', 'pause', 'choose', 'description'];

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
  const main = [
    ...MAIN,
    ...(card.shape.kind === 'history' ? ['history'] : []),
    ...(card.parent === null ? ['isTerminal'] : []),
    ...(isEnd ? ['outcome', 'output'] : ['action', 'invoke']),
  ];
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
        <SchemaForm {...form} only={main} />
        {inner.length > 0 && card.shape.kind !== 'parallel' && (
          <Field label="Begins with">
            {(ids) => (
              <Select
                {...ids}
                disabled={disabled}
                value={node.initial ?? ''}
                onChange={({ target }) =>
                  onChange(['initial'], target.value === '' ? undefined : target.value)
                }
              >
                <option value="">The first, {inner[0]?.name ?? inner[0]?.id}</option>
                {inner.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name ?? one.id}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {(card.shape.kind === 'history' || !isEnd) && (
          <Field
            label={
              card.shape.kind === 'history' ? 'Leads to, while nothing is remembered' : 'Goes on by itself to'
            }
          >
            {(ids) => (
              <Select
                {...ids}
                disabled={disabled}
                value={(card.shape.kind === 'history' ? textOf(node.target) : node.defaultNext) ?? ''}
                onChange={({ target }) =>
                  onChange(
                    [card.shape.kind === 'history' ? 'target' : 'defaultNext'],
                    target.value === '' ? undefined : target.value,
                  )
                }
              >
                <option value="">Nowhere</option>
                {[...allStates(machine.states)].map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name ?? one.id}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {card.ports.length > 0 && <Transitions card={card} disabled={disabled} />}
        <MoreFields title="Actions, tags, pause, choices" open={REST.some((field) => field in node)}>
          <SchemaForm {...form} only={REST} />
        </MoreFields>
      </FieldPathContext>
    </ExpressionScopeContext>
  );
}

function textOf(target: string | string[] | undefined): string | undefined {
  return typeof target === 'string' ? target : target?.[0];
}

/** Where it leads, each a way to the form of that transition. */
function Transitions({ card, disabled }: { readonly card: StateCard; readonly disabled: boolean }) {
  const editor = useEditor();
  const placed = transitionsOf(card.node);
  return (
    <fieldset className={styles.group} aria-label="Transitions">
      <h3>Transitions, the first that fits is taken</h3>
      {placed.length === 0 && <p className={styles.muted}>Nothing leads from here yet.</p>}
      <ul>
        {placed.map((one) => (
          <li key={one.path} className={styles.planRow}>
            <button
              type="button"
              className={styles.planName}
              onClick={() => chooseTransition(editor, card.node.id, one.path)}
            >
              {labelOfTransition(one) || 'always'} → {textOf(one.transition.target) ?? 'stays'}
            </button>
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
