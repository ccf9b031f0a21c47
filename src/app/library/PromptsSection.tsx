import { ChevronDown, MessageSquareText, Plus } from 'lucide-react';
import { useStore } from 'zustand';
import { cx } from '../parts/cx';
import { IconButton } from '../parts/IconButton';
import { openDialog } from '../state/dialogs';
import { layoutStore } from '../state/layout';
import { useDocument } from '../state/session';
import styles from './DocumentsSection.module.css';

/** The prompts of the workspace (P13): what planners ask with and templates are filled from. */
export function PromptsSection() {
  const prompts = useDocument(({ workspace }) => workspace.prompts);
  const open = useStore(layoutStore, (layout) => layout.promptsOpen);
  return (
    <section className={styles.section} aria-label="Prompts">
      <header className={styles.head}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          onClick={() => layoutStore.setState({ promptsOpen: !open })}
        >
          <ChevronDown className={cx(styles.chevron, !open && styles.closed)} aria-hidden />
          Prompts ({prompts.length})
        </button>
        <IconButton
          icon={Plus}
          label="Add a prompt"
          onClick={() => openDialog({ kind: 'prompt', id: null })}
        />
      </header>
      {open && prompts.length === 0 && (
        <p className={styles.none}>Texts that planners ask with, under a version.</p>
      )}
      {open && prompts.length > 0 && (
        <ul className={styles.list}>
          {prompts.map(({ id, name, version }) => (
            <li key={id}>
              <button type="button" className={styles.row} onClick={() => openDialog({ kind: 'prompt', id })}>
                <MessageSquareText aria-hidden />
                <span className={styles.name}>{name ?? id}</span>
                <span className={styles.kind}>version {version}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
