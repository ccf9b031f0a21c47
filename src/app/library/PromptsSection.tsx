import { MessageSquareText } from 'lucide-react';
import { useStore } from 'zustand';
import { openDialog } from '../state/dialogs';
import { layoutStore } from '../state/layout';
import { useDocument } from '../state/session';
import { ItemsSection } from './ItemsSection';

/** The prompts of the workspace (P13): what planners ask with and templates are filled from. */
export function PromptsSection() {
  const prompts = useDocument(({ workspace }) => workspace.prompts);
  const open = useStore(layoutStore, (layout) => layout.promptsOpen);
  return (
    <ItemsSection
      title="Prompts"
      icon={MessageSquareText}
      items={prompts.map(({ id, name, version }) => ({ id, name: name ?? id, kind: `version ${version}` }))}
      open={open}
      none="Texts that planners ask with, under a version."
      addLabel="Add a prompt"
      onToggle={() => layoutStore.setState({ promptsOpen: !open })}
      onOpen={(id) => openDialog({ kind: 'prompt', id })}
    />
  );
}
