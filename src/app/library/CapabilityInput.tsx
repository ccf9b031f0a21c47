import { SuggestInput } from '../forms/SuggestInput';
import type { FieldIds } from '../parts/Field';
import { useEditor } from '../state/session';

interface Props {
  /** Of the field around it. */
  readonly ids: FieldIds;
  readonly value: string;
  readonly onChange: (capability: string) => void;
}

/** The id of a capability that must be named; what the catalogue holds is suggested. */
export function CapabilityInput({ ids, value, onChange }: Props) {
  const { catalogue } = useEditor();
  return (
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
  );
}
