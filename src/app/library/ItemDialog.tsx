import { Play } from 'lucide-react';
import { type ComponentType, useMemo, useState } from 'react';
import {
  type Diagnostic,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonOf,
  LIMITS,
  own,
  problem,
  setAt,
} from '#base';
import type { Editor } from '#editor';
import { type Catalogue, checkItem, itemSchema, type PlanNode, readItem, readPutItem, titleOf } from '#plan';
import { BUILT_IN_PROMPTS, type PlannerState, PROMPT_NAMES, type ReplyReading, readReply } from '#planner';
import { CallError, readByExpression } from '#runtime';
import { itemPath } from '../design/changes';
import { useSuggestionsOfPlan } from '../design/useSuggestionsOfPlan';
import { CodeField } from '../forms/CodeField';
import { SuggestionsContext } from '../forms/completion';
import { FieldPathContext } from '../forms/FieldAt';
import { ExpressionScopeContext, type SchemaFormProps } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { fieldsOf, fitted, isBlank, isIncomplete } from '../forms/schema';
import { DialogFormContext, useDialogForm } from '../forms/useDraft';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { Select } from '../parts/Input';
import { useKept } from '../parts/kept';
import { Pill } from '../parts/Pill';
import type { DialogProps } from '../state/dialogs';
import { useDocument, useEditor, useSession } from '../state/session';
import { Field } from '../ui/Field';
import { ProblemNote } from '../ui/ProblemList';
import styles from './ItemDialog.module.css';
import { ItemFrame, useMeanwhile } from './ItemFrame';
import { asNextVersion, type FormedList, ITEM_KINDS, NEW_ITEMS, newId, usersOf } from './items';

/** An item as it is typed: what its schema asks for, and perhaps what another variant of it would have. */
type Draft = JsonObject;

interface PartProps {
  readonly draft: Draft;
  /** As the workspace has it; null for one that is added. */
  readonly stored: JsonObject | null;
  readonly isSound: boolean;
  readonly onChange: (to: Draft) => void;
}

/** What an item's dialog has besides the fields that its schema says. */
interface ItemForm {
  /** Fields that stand beside one another at the top. */
  readonly head: readonly string[];
  /** Its text needs room. */
  readonly isLong?: true;
  /** What stands at the end of that line. */
  readonly Head?: ComponentType<PartProps>;
  /** Fields that say nothing about what is there now. */
  readonly omits?: (draft: Draft) => readonly string[];
  /** What follows from what was chosen. */
  readonly settled?: (draft: Draft) => Draft;
  /** The item as it is kept. */
  readonly finished?: (item: JsonObject, stored: JsonObject | null) => JsonObject;
  /** Names that its expressions may use. */
  readonly names: readonly string[];
  /** Words of the button that keeps a changed one. */
  readonly saveWords?: (item: JsonObject, stored: JsonObject | null) => string;
  /** What can be done with it besides. */
  readonly Rest?: ComponentType<PartProps>;
  /** How it comes to be used. */
  readonly unused: string;
}

const FORMS: { readonly [List in FormedList]: ItemForm } = {
  prompts: {
    head: ['name'],
    Head: PromptHead,
    isLong: true,
    finished: asNextVersion,
    saveWords: ({ version }, stored) =>
      version === stored?.version ? 'Save' : `Save as version ${String(version)}`,
    names: PROMPT_NAMES,
    Rest: PromptNames,
    unused: 'No node uses it yet: choose it as the prompt of a Planner or of a Fill template.',
  },
  features: {
    head: ['name', 'kind', 'phase'],
    omits: ({ kind }) => (kind === 'guard' ? ['phase'] : ['output']),
    // A guard is asked before a node starts, and at no other time (L4).
    settled: (draft) => (draft.kind === 'guard' ? { ...draft, phase: 'pre' } : draft),
    names: ['node', 'phase', 'input', 'result', 'error'],
    unused: 'No node names it yet: choose it under “Retry, timeout, switch off” of a node.',
  },
  planners: {
    head: ['name', 'kind'],
    names: ['goal', 'transcript', 'memory', 'variables', 'catalogue'],
    unused: 'No planner uses it yet: choose it below how a Planner plans.',
  },
  parsers: {
    head: ['name', 'kind'],
    names: ['reply', 'value'],
    Rest: ParserRest,
    unused: 'No planner uses it yet: choose it as the parser of one.',
  },
};

/** An item of the workspace (P12, P13, L4): its form is made from the schema of its list (E5). */
export default function ItemDialog({ dialog, onClose }: DialogProps<'item'>) {
  const { list, id, onAdded } = dialog;
  const session = useSession();
  const { editor } = session;
  const kept = useDocument(({ workspace }) => workspace[list].find((one) => one.id === id) ?? null);
  const index = useDocument(({ workspace }) => workspace[list].findIndex((one) => one.id === id));
  // Also of other tabs: none of them may have the id that a new one gets.
  const others = useDocument(({ workspace }) => workspace[list]);
  const suggestions = useSuggestionsOfPlan();
  const { head, Head, isLong, omits, settled, finished, names, saveWords, Rest, unused } = FORMS[list];
  const schema = useMemo(() => itemSchema(list), [list]);
  const stored = useMemo(() => (kept === null ? null : jsonOf(kept)), [kept]);
  const [before, setBefore] = useState<Draft>(() => ({ ...NEW_ITEMS[list], ...dialog.begins, ...stored }));
  const [draft, setDraft] = useKept<Draft>(`one of the ${list}`, () => before);
  const [refused, setRefused] = useState<Diagnostic | null>(null);
  const [fields, isHeld] = useDialogForm();
  const meanwhile = useMeanwhile(stored);
  const take = () => {
    if (stored === null) return;
    setBefore(stored);
    setDraft(stored);
  };

  const written = named(fitted(schema, draft), list, stored, others);
  const item = finished?.(written, stored) ?? written;
  const problems = problemsOf(list, item, editor);
  const isSound = problems.every(({ severity }) => severity !== 'error');
  const change = (to: Draft) => {
    setRefused(null);
    setDraft((now) => (settled ?? same)({ ...now, ...to }));
  };
  const save = () => {
    const label = `${stored === null ? 'Add' : 'Change'} ${ITEM_KINDS[list].noun}`;
    const wrong = put(editor, list, item, label);
    setRefused(wrong);
    if (wrong !== null) return;
    onClose();
    if (stored === null) onAdded?.(String(item.id));
  };
  const form = {
    schema,
    value: draft,
    mode: 'literal',
    problems: problems.filter(({ where }) => !isBlank(valueAt(draft, where.field))),
    onChange: (path, value) => {
      if (path.length === 0) change(isJsonObject(value) ? value : {});
      else setDraft((now) => (settled ?? same)(setAt(now, path, value)));
      return null;
    },
  } satisfies Partial<SchemaFormProps>;
  const shown = fieldsOf(schema, draft).filter(
    ({ name, isGiven }) => !isGiven && !omits?.(draft).includes(name),
  );
  const [top, rest] = split(
    shown.map(({ name }) => name),
    head,
  );
  const part = { draft, stored, isSound, onChange: change };
  return (
    <ItemFrame
      list={list}
      stored={kept}
      isChanged={draft !== before}
      meanwhile={meanwhile}
      onTake={take}
      isReady={isSound && !isHeld && !isIncomplete(schema, draft)}
      saveWords={saveWords?.(item, stored)}
      onSave={save}
      onClose={onClose}
    >
      <DialogFormContext value={fields}>
        <SuggestionsContext value={suggestions}>
          <ExpressionScopeContext value={{ variables: names, values: null }}>
            <FieldPathContext value={index < 0 ? '' : `${itemPath(session.id)}/${list}/${index}`}>
              <div className={styles.head}>
                <SchemaForm {...form} only={top} inLine />
                {Head && <Head {...part} />}
              </div>
              <div className={cx(isLong && styles.long)}>
                <SchemaForm {...form} only={rest} />
              </div>
            </FieldPathContext>
          </ExpressionScopeContext>
        </SuggestionsContext>
      </DialogFormContext>
      {Rest && <Rest {...part} />}
      {refused && <ProblemNote problem={refused} />}
      <UsedBy list={list} stored={kept} none={unused} />
    </ItemFrame>
  );
}

function same(draft: Draft): Draft {
  return draft;
}

function split(names: readonly string[], first: readonly string[]) {
  return [
    names.filter((name) => first.includes(name)),
    names.filter((name) => !first.includes(name)),
  ] as const;
}

/** The item with an id, which stays, and with a name: its own, or its id. What it calls says what it may be called. */
function named(
  { name, ...item }: JsonObject,
  list: FormedList,
  stored: JsonObject | null,
  others: readonly { readonly id: string }[],
): JsonObject {
  const title = typeof name === 'string' ? name.trim() : '';
  const calls = typeof item.capability === 'string' ? item.capability : '';
  const id =
    typeof stored?.id === 'string' ? stored.id : newId(title || calls, ITEM_KINDS[list].noun, others);
  return { id, name: title || id, ...item };
}

/** What is wrong with an item; `field` points into it. */
function problemsOf(
  list: FormedList,
  item: JsonObject,
  { workspace, catalogue }: Editor,
): readonly Diagnostic[] {
  const read = readItem(list, item);
  return read.ok ? checkItem(list, read.value, workspace, catalogue) : read.problem;
}

/** Keeps an item: one step of undo. @returns why it was not taken */
function put(editor: Editor, list: FormedList, item: Json, label: string): Diagnostic | null {
  const edit = readPutItem(list, item);
  if (!edit.ok) return edit.problem[0] ?? null;
  const done = editor.edit(edit.value, { label });
  return done.ok ? null : done.problem;
}

/** What stands at a JSON Pointer whose names need no escaping: those of our own schemas. */
function valueAt(value: Json, pointer = ''): Json | undefined {
  const steps = pointer.split('/').slice(1);
  return steps.reduce<Json | undefined>((at, step) => {
    if (Array.isArray(at)) return at[Number(step)];
    return isJsonObject(at) ? own<Json | undefined>(at, step) : undefined;
  }, value);
}

/** The version of a prompt; a new one may begin as a copy of a built-in one. */
function PromptHead({ stored, onChange }: PartProps) {
  if (stored !== null) return <Pill tone="skip">version {String(stored.version)}</Pill>;
  return (
    <Field label="Start from">
      {(ids) => (
        <Select
          {...ids}
          defaultValue=""
          onChange={({ target }) =>
            onChange({ text: BUILT_IN_PROMPTS.find(({ id }) => id === target.value)?.text ?? '' })
          }
        >
          <option value="">an empty text</option>
          {BUILT_IN_PROMPTS.map(({ id, version }) => (
            <option key={id} value={id}>
              the built-in {id} (version {version})
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** What a prompt may name depends on who uses it. */
function PromptNames() {
  return (
    <p className={styles.count}>
      {`A template: {{ name }} is filled in. In a planner: ${PROMPT_NAMES.join(', ')}. In a Fill template: the variables of the plan.`}
    </p>
  );
}

function ParserRest({ draft, isSound }: PartProps) {
  if (draft.kind !== 'jsonata' || !isSound) return null;
  return <ParserTrial expression={String(draft.expression)} />;
}

interface UsedByProps {
  readonly list: FormedList;
  /** Null for one that is added: nothing can use it yet. */
  readonly stored: { readonly id: string } | null;
  /** How it comes to be used. */
  readonly none: string;
}

/** What uses the item, or how it comes to be used. */
function UsedBy({ list, stored, none }: UsedByProps) {
  const plans = useDocument(({ workspace }) => workspace.plans);
  if (stored === null) return null;
  const users = usersOf(ITEM_KINDS[list].role, stored.id, plans);
  return <p className={styles.count}>{users.length === 0 ? none : `Used by ${users.join(', ')}.`}</p>;
}

/** A reply that the expression of a new parser reads: to try it on. */
export const SAMPLE_REPLY = '{"todo": [{"use": "text.say", "with": {"text": "Hello"}}]}';

/** A reply to try a parser on, and the steps that came of it; nothing runs. */
export function ParserTrial({ expression }: { readonly expression: string }) {
  const { catalogue } = useEditor();
  const [reply, setReply] = useState(SAMPLE_REPLY);
  const [tried, setTried] = useState<{ readonly of: string; readonly came: Tried } | null>(null);
  const now = JSON.stringify([expression, reply]);
  const tryIt = () => {
    void tryParser(expression, reply, catalogue).then((came) => setTried({ of: now, came }));
  };
  // What came of another text says nothing of this one.
  const came = tried?.of === now ? tried.came : null;
  return (
    <>
      <Field label="A reply to try it on">
        {(ids) => <CodeField {...ids} language="json" lines="many" value={reply} onChange={setReply} />}
      </Field>
      <div>
        <Button size="small" icon={Play} onClick={tryIt}>
          Try it
        </Button>
      </div>
      <output className={styles.count} aria-label="What came of it">
        {came?.kind === 'plan' && words(came)}
        {came?.kind === 'refused' && <ProblemNote problem={came.problem} />}
      </output>
    </>
  );
}

function words({ steps, injects }: Extract<Tried, { kind: 'plan' }>): string {
  const count = steps.length === 1 ? '1 step' : `${steps.length} steps`;
  const variables = injects.length === 0 ? '' : ` It injects ${injects.join(', ')}.`;
  return `A plan of ${count}: ${steps.join(', ')}.${variables}`;
}

/** What became of a reply that a parser was tried on. */
export type Tried =
  | { readonly kind: 'plan'; readonly steps: readonly string[]; readonly injects: readonly string[] }
  | { readonly kind: 'refused'; readonly problem: Diagnostic };

/** Makes a plan of a reply, as a run would; nothing of it runs. Every capability counts as allowed. */
export async function tryParser(expression: string, reply: string, catalogue: Catalogue): Promise<Tried> {
  const state = stateFor(catalogue);
  try {
    if (reply.trim() === '') return triedOf(readReply(reply, state));
    return triedOf(await readByExpression(expression, reply, state));
  } catch (thrown) {
    if (!(thrown instanceof CallError)) throw thrown;
    return { kind: 'refused', problem: thrown.diagnostic };
  }
}

function triedOf(reading: ReplyReading & { readonly inject?: object }): Tried {
  if (reading.plan === null) return { kind: 'refused', problem: reading.problems[0] ?? NOTHING };
  const steps = reading.plan.nodes.map(stepWords);
  return { kind: 'plan', steps, injects: Object.keys(reading.inject ?? {}) };
}

function stepWords(node: PlanNode): string {
  if (node.name !== undefined) return node.name;
  return node.type === 'CAPABILITY' ? node.params.capability : titleOf(node);
}

const NOTHING = problem('NO_PLAN_IN_REPLY', 'No plan came of it.', 'Return a plan in a known form.');

function stateFor(catalogue: Catalogue): PlannerState {
  return {
    goal: '',
    transcript: [],
    memory: {},
    variables: {},
    writable: [],
    catalogue,
    forbidden: new Set(),
    limits: { maxSteps: LIMITS.planSteps, maxDepth: LIMITS.plannerDepth },
    depth: 0,
    stepCount: 0,
  };
}
