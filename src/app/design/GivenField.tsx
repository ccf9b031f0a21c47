import type { Diagnostic, Json } from '#base';
import { NODE_TYPES, type PlanNode } from '#plan';
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

/** The input of a node whose type takes one value: a text with expressions, or JSON. Nothing for the others. */
export function GivenField({ node, disabled, problems, onChange }: Props) {
  const title = NODE_TYPES[node.type].inputTitle;
  if (title === undefined) return null;
  const value: { readonly input?: Json } = node.input === undefined ? {} : { input: node.input };
  return (
    <SchemaForm
      schema={{ type: 'object', properties: { input: { title } } }}
      value={value}
      mode="template"
      disabled={disabled}
      problems={problemsInside(problems, '')}
      onChange={onChange}
    />
  );
}
