import { type Diagnostic, type Json, problem, setAt } from '#base';
import type { NodeOf } from '#plan';
import { FieldAt } from '../forms/FieldAt';
import type { Change } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { asJson } from './asJson';
import { ASKED_FIELDS, askedFields, schemaOfFields } from './askedFields';
import { ParamFields } from './ParamFields';

interface Props {
  readonly node: NodeOf<'HUMAN_INPUT'>;
  readonly disabled: boolean;
  /** What is wrong with the node. */
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** What a person is asked: a message, buttons, and a form. A plain form is a list of fields; any other is its schema. */
export function HumanFields({ node, disabled, problems, onChange }: Props) {
  const fields = askedFields(asJson(node.params).schema);
  const changeFields: Change = (inside, value) => {
    const next = setAt({ fields: fields ?? [] }, inside, value).fields ?? [];
    const names = Array.isArray(next) ? next.map(nameOf) : [];
    const doubled = names.find((name, at) => names.indexOf(name) !== at || name === '');
    if (doubled !== undefined) return notFree(doubled);
    return onChange(['params', 'schema'], Array.isArray(next) ? schemaOfFields(next) : undefined);
  };
  const params = { node, disabled, problems, onChange };
  if (fields === null) return <ParamFields {...params} />;
  return (
    <>
      <ParamFields {...params} omit={['schema', 'timeoutMs']} />
      <FieldAt of={['params', 'schema']}>
        <SchemaForm
          schema={ASKED_FIELDS}
          value={{ fields }}
          mode="literal"
          disabled={disabled}
          onChange={changeFields}
        />
      </FieldAt>
      <ParamFields {...params} omit={['message', 'decisions', 'schema']} />
    </>
  );
}

function nameOf(field: Json): string {
  return typeof field === 'object' && field !== null && 'name' in field ? String(field.name) : '';
}

function notFree(name: string): Diagnostic {
  return name === ''
    ? problem('NAME_MISSING', 'A field needs a name.', 'Give it one: the answer has it as its key.')
    : problem('NAME_TAKEN', `The form has a field “${name}” already.`, 'Choose another name.');
}
