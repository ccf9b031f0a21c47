import type { GraphNode } from '#projection';
import { useEditor, useScene } from '../state/session';
import { planChange } from './changes';
import styles from './Inspector.module.css';
import { VariablesEditor } from './VariablesEditor';

/** Where the plan begins: what it is asked with. Only the START of the plan itself has inputs (V1). */
export function StartFields({ shown }: { readonly shown: GraphNode }) {
  const editor = useEditor();
  const open = useScene((scene) => scene.open);
  const disabled = useScene((scene) => scene.readOnly) || shown.dynamic;
  if (shown.parent !== null || open?.kind !== 'capability' || open.variables === 'open') {
    return <p className={styles.muted}>Its scope begins here.</p>;
  }
  return (
    <VariablesEditor
      title="The plan is asked with"
      scope="IN"
      variables={open.variables}
      disabled={disabled}
      onChange={planChange(editor, open.id)}
    />
  );
}
