import { type Diagnostic, isJsonObject } from '#base';
import type { NodeOf } from '#plan';
import { FieldAt } from '../forms/FieldAt';
import type { Change } from '../forms/form';
import { JsonInput } from '../forms/JsonInput';
import { problemsInside, worstOf } from '../forms/problems';
import { SchemaForm } from '../forms/SchemaForm';
import { SuggestInput } from '../forms/SuggestInput';
import { useSuggestionsOf } from '../forms/suggestions';
import { useEditor } from '../state/session';
import { Field } from '../ui/Field';

interface Props {
  readonly node: NodeOf<'CAPABILITY'>;
  readonly disabled: boolean;
  /** What is wrong with the node. */
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** Which capability is called, and its input as a form made from its schema; every value may hold `{{ }}`. */
export function CapabilityFields({ node, disabled, problems, onChange }: Props) {
  const { catalogue } = useEditor();
  const capabilities = useSuggestionsOf('capability');
  const descriptor = catalogue.get(node.params.capability);
  const { input } = node;
  const ofInput = problemsInside(problems, '/input');
  const fitsForm = isJsonObject(descriptor?.input.properties) && (input === undefined || isJsonObject(input));
  return (
    <>
      <FieldAt of={['params', 'capability']}>
        <Field
          label="Capability"
          hint={descriptor?.description}
          problem={worstOf(problemsInside(problems, '/params/capability'))}
        >
          {(ids) => (
            <SuggestInput
              {...ids}
              mono
              required
              disabled={disabled}
              suggestions={capabilities}
              value={node.params.capability}
              onCommit={(capability) => onChange(['params', 'capability'], capability)}
            />
          )}
        </Field>
      </FieldAt>
      <FieldAt of="input">
        {descriptor !== undefined && fitsForm ? (
          <SchemaForm
            schema={descriptor.input}
            value={isJsonObject(input) ? input : {}}
            mode="template"
            disabled={disabled}
            problems={ofInput}
            onChange={(inside, value) => onChange(['input', ...inside], value)}
          />
        ) : (
          <Field label="Input" aside="JSON" problem={worstOf(ofInput)}>
            {(ids) => (
              <JsonInput
                {...ids}
                disabled={disabled}
                value={input}
                onCommit={(value) => onChange(['input'], value)}
              />
            )}
          </Field>
        )}
      </FieldAt>
    </>
  );
}
