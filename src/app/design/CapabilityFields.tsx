import { isJsonObject, type JsonObject } from '#base';
import type { NodeOf } from '#plan';
import { JsonInput } from '../forms/JsonInput';
import { SchemaForm } from '../forms/SchemaForm';
import { TextInput } from '../forms/TextInput';
import { Field } from '../parts/Field';
import { useEditor } from '../state/session';

interface Props {
  readonly node: NodeOf<'CAPABILITY'>;
  readonly disabled: boolean;
  readonly onField: (name: string, value: JsonObject[string] | undefined) => void;
}

/** Which capability is called, and its input as a form made from its schema; every value may hold `{{ }}`. */
export function CapabilityFields({ node, disabled, onField }: Props) {
  const { catalogue } = useEditor();
  const descriptor = catalogue.get(node.params.capability);
  const schema = descriptor?.input;
  const input = node.input;
  const fitsForm =
    schema !== undefined && isJsonObject(schema.properties) && (input === undefined || isJsonObject(input));
  return (
    <>
      <Field
        label="Capability"
        hint={descriptor?.description}
        error={descriptor === undefined ? 'There is no capability of this name here.' : null}
      >
        {(ids) => (
          <>
            <TextInput
              {...ids}
              mono
              list={`${ids.id}-all`}
              disabled={disabled}
              value={node.params.capability}
              onCommit={(capability) => onField('params', { capability })}
            />
            <datalist id={`${ids.id}-all`}>
              {[...catalogue.values()].map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </datalist>
          </>
        )}
      </Field>
      {fitsForm ? (
        <SchemaForm
          schema={schema}
          value={isJsonObject(input) ? input : {}}
          mode="template"
          disabled={disabled}
          onChange={(next) => onField('input', next)}
        />
      ) : (
        <Field label="Input" aside="JSON">
          {(ids) => (
            <JsonInput
              {...ids}
              disabled={disabled}
              value={input}
              onCommit={(next) => onField('input', next)}
            />
          )}
        </Field>
      )}
    </>
  );
}
