import { Plus, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import {
  type Diagnostic,
  escapePointer,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonOf,
  problem,
} from '#base';
import { type Plan, type PlanNode, Shape } from '#plan';
import { ExpressionInput } from '../forms/CodeField';
import type { ExpressionLanguage } from '../forms/completion';
import { FieldAt } from '../forms/FieldAt';
import {
  type Change,
  ExpressionScopeContext,
  problemsInside,
  type Refusal,
  useExpressionScope,
  worstOf,
} from '../forms/form';
import { SuggestInput } from '../forms/TextInput';
import { templateText, templateValue } from '../forms/typedValues';
import { Button, IconButton } from '../parts/Button';
import { useDocument, useEditor, useScene } from '../state/session';
import { ProblemOfField } from '../ui/Field';
import { ProblemNote } from '../ui/ProblemList';
import { templateOf } from './changes';
import styles from './Inspector.module.css';
import { useNodeResult } from './NodeRecord';
import { resultOfStep } from './useSuggestionsOfPlan';

interface Props {
  /** What the pairs are for, above them. */
  readonly title: string;
  /** What the name of a pair is: "Variable". */
  readonly what: string;
  readonly add: string;
  readonly pairs: JsonObject;
  readonly language: ExpressionLanguage;
  /** Names that may be meant, the next one to add first. */
  readonly names: readonly string[];
  /** The expression of a new pair, by its name. */
  readonly initial: (name: string) => string;
  readonly disabled: boolean;
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** Names and the expressions they get: what a node writes, what a plan gives back. */
export function PairsEditor(props: Props) {
  const { title, what, add, pairs, names, initial, disabled, problems, onChange } = props;
  const entries = Object.entries(pairs);
  const rename = (from: string, to: string): Refusal => {
    if (Object.hasOwn(pairs, to)) return nameTaken(to);
    return onChange(
      [],
      Object.fromEntries(entries.map(([name, value]) => [name === from ? to : name, value])),
    );
  };
  const own = worstOf(problems.filter(({ where }) => where.field === ''));
  return (
    <fieldset className={styles.group} aria-label={title}>
      <h3>{title}</h3>
      {entries.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: while a name is typed it is no key.
        <Pair key={index} {...props} index={index} name={name} value={value} rename={rename} />
      ))}
      {own && <ProblemNote problem={own} />}
      {!disabled && (
        <Button
          size="small"
          icon={Plus}
          className={styles.add}
          onClick={() => {
            const name = freeName(pairs, names);
            onChange([], { ...pairs, [name]: initial(name) });
          }}
        >
          {add}
        </Button>
      )}
      {entries.length === 0 && disabled && <p className={styles.muted}>No {what.toLowerCase()}.</p>}
    </fieldset>
  );
}

interface PairProps extends Props {
  readonly index: number;
  readonly name: string;
  readonly value: Json;
  readonly rename: (from: string, to: string) => Refusal;
}

function Pair({
  what,
  names,
  language,
  disabled,
  problems,
  onChange,
  index,
  name,
  value,
  rename,
}: PairProps) {
  const worst = worstOf(problemsInside(problems, `/${escapePointer(name)}`));
  return (
    <div className={styles.pair}>
      <FieldAt of={`${index}-name`}>
        <SuggestInput
          aria-label={what}
          mono
          disabled={disabled}
          suggestions={names.filter((one) => one !== name).map((one) => ({ value: one }))}
          value={name}
          onCommit={(to) => rename(name, to)}
        />
      </FieldAt>
      <FieldAt of={name}>
        <ProblemOfField value={worst ?? null}>
          <ExpressionInput
            aria-label={`Value of ${name}`}
            aria-invalid={worst?.severity === 'error' ? true : undefined}
            language={language}
            lines="grows"
            disabled={disabled}
            value={language === 'template' ? templateText(value, 'json') : String(value)}
            onCommit={(text) =>
              onChange([name], language === 'template' ? (templateValue(text, 'json') ?? '') : text)
            }
          />
        </ProblemOfField>
      </FieldAt>
      {!disabled && (
        <IconButton icon={Trash2} label={`Remove ${name}`} onClick={() => onChange([name], undefined)} />
      )}
      {worst && (
        <div className={styles.wide}>
          <ProblemNote problem={worst} />
        </div>
      )}
    </div>
  );
}

function nameTaken(name: string): Diagnostic {
  return problem('NAME_TAKEN', `“${name}” stands here already.`, 'Choose another name, or change that one.');
}

function freeName(pairs: JsonObject, names: readonly string[]): string {
  const wanted = names.find((name) => !Object.hasOwn(pairs, name));
  if (wanted !== undefined) return wanted;
  let number = 1;
  while (Object.hasOwn(pairs, `value${number}`)) number++;
  return `value${number}`;
}

interface OutputsEditorProps {
  readonly result: Plan['result'];
  /** The variables that an output may be filled from. */
  readonly names: readonly string[];
  readonly disabled: boolean;
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** What a plan of either kind gives back: a template for each output (V1). */
export function OutputsEditor({ result, names, disabled, problems, onChange }: OutputsEditorProps) {
  return (
    <FieldAt of="result">
      <PairsEditor
        title="Outputs"
        what="Name of the output"
        add="Add an output"
        pairs={jsonOf(result ?? {})}
        language="template"
        names={names}
        initial={(name) => templateOf(name, names)}
        disabled={disabled}
        problems={problemsInside(problems, '/result')}
        onChange={(path, value) => onChange(['result', ...path], value)}
      />
    </FieldAt>
  );
}

interface OutputFieldsProps {
  readonly node: PlanNode;
  readonly disabled: boolean;
  /** What is wrong with `output`. */
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** What the node writes: variable ← expression over `result` (V3). */
export function OutputFields({ node, disabled, problems, onChange }: OutputFieldsProps) {
  const around = useExpressionScope();
  const result = useNodeResult(node.id);
  const { catalogue } = useEditor();
  const documents = useDocument(({ workspace }) => workspace.documents);
  const writable = useWritable();
  const scope = useMemo(() => {
    const shape = resultOfStep(node, catalogue, documents) ?? Shape.UNKNOWN;
    return {
      variables: ['result', ...around.variables],
      values: around.values === null || result === undefined ? null : { ...around.values, result },
      shapes: new Map([...(around.shapes ?? []), ['result', shape] as const]),
    };
  }, [around, result, node, catalogue, documents]);
  return (
    <ExpressionScopeContext value={scope}>
      <FieldAt of="output">
        <PairsEditor
          title="Writes"
          what="Variable"
          add="Write a variable"
          pairs={jsonOf(node.output ?? {})}
          language="cel"
          names={writable}
          initial={() => 'result'}
          disabled={disabled}
          problems={problems}
          onChange={(path, value) => {
            const isEmpty = path.length === 0 && isJsonObject(value) && Object.keys(value).length === 0;
            return onChange(path, isEmpty ? undefined : value);
          }}
        />
      </FieldAt>
    </ExpressionScopeContext>
  );
}

/** Names that a node may write: an input of the plan is read only (V1). */
function useWritable(): readonly string[] {
  const declared = useScene((scene) => scene.plan?.variables);
  if (!Array.isArray(declared)) return [];
  return declared.filter((variable) => variable.scope !== 'IN').map(({ id }) => id);
}
