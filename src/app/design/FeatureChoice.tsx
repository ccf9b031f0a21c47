import { isJsonObject } from '#base';
import type { ControlProps } from '../forms/control';
import { NamesInput } from '../forms/NamesInput';
import { useDocument } from '../state/session';

/** Which features of the workspace stand beside the node (L4), by their ids. */
export function FeatureChoice({ ids, value, onChange }: Pick<ControlProps, 'ids' | 'value' | 'onChange'>) {
  const features = useDocument(({ workspace }) => workspace.features);
  const chosen = Array.isArray(value)
    ? value.flatMap((one) => (isJsonObject(one) && typeof one.feature === 'string' ? [one.feature] : []))
    : [];
  return (
    <NamesInput
      {...ids}
      suggestions={features.map(({ id, name, phase, kind }) => ({
        value: id,
        note: name ?? `${phase} ${kind}`,
      }))}
      value={chosen}
      onCommit={(names) => onChange(names?.map((feature) => ({ feature })))}
    />
  );
}
