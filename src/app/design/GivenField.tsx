import type { Diagnostic, Json } from '#base';
import type { PlanNode } from '#plan';
import { FieldPathContext, pathInside, useFieldPath } from '../forms/fieldPath';
import type { Change } from '../forms/form';
import { problemsInside } from '../forms/problems';
import { SchemaForm } from '../forms/SchemaForm';

interface Props {
  readonly node: PlanNode;
  readonly disabled: boolean;
  /** What is wrong with the node. */
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** What the input of a type is called, where it is one value of any kind: what is judged, improved, decided about. */
const TITLES: Readonly<Partial<Record<PlanNode['type'], string>>> = {
  LLM_DECISION: 'What it is about',
  TOOL_ROUTER: 'Input of the tool',
  EVALUATION: 'Value to judge',
  REFLECTION: 'Value to improve',
  AGENT: 'What it is given',
};

/** Whether a type takes one value as its input. */
export function takesOneValue({ type }: PlanNode): boolean {
  return TITLES[type] !== undefined;
}

/** The input of a node that takes one value: a text with expressions, or JSON. */
export function GivenField({ node, disabled, problems, onChange }: Props) {
  const path = useFieldPath();
  const value: { readonly input?: Json } = node.input === undefined ? {} : { input: node.input };
  return (
    <FieldPathContext value={pathInside(path, 'given')}>
      <SchemaForm
        schema={{ type: 'object', properties: { input: { title: TITLES[node.type] ?? 'Input' } } }}
        value={value}
        mode="template"
        disabled={disabled}
        problems={problemsInside(problems, '')}
        onChange={onChange}
      />
    </FieldPathContext>
  );
}
