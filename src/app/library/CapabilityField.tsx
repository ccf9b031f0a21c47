import type { Diagnostic } from '#base';
import { SuggestInput } from '../forms/SuggestInput';
import { useEditor } from '../state/session';
import { Field } from '../ui/Field';

interface Props {
  readonly hint: string;
  readonly problem?: Diagnostic | null | undefined;
  readonly value: string;
  readonly onChange: (capability: string) => void;
}

/** The id of a capability that must be named; what the catalogue holds is suggested. */
export function CapabilityField({ hint, problem, value, onChange }: Props) {
  const { catalogue } = useEditor();
  return (
    <Field label="Capability" hint={hint} problem={problem}>
      {(ids) => (
        <SuggestInput
          {...ids}
          mono
          required
          suggestions={[...catalogue.values()].map(({ id, title }) => ({ value: id, note: title }))}
          value={value}
          onCommit={(capability) => {
            onChange(capability);
            return null;
          }}
        />
      )}
    </Field>
  );
}
