import { FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { openDialog } from '../state/dialogs';
import styles from './StrayFiles.module.css';

/**
 * Files that are dropped where nothing else takes them are imported, and while they are dragged the page says so: left to
 * itself, the browser leaves the app and shows the file. Under a dialog they fall on nothing.
 */
export function StrayFiles() {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      const isOurs = !event.defaultPrevented && hasFiles(event);
      const isTaken = isOurs && !isUnderDialog();
      setOver(isTaken);
      if (!isOurs) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = isTaken ? 'copy' : 'none';
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0 && !isUnderDialog()) openDialog({ kind: 'import', files });
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className={styles.veil}>
      <p className={styles.words}>
        <FileDown aria-hidden />
        Drop to import
      </p>
    </div>
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

function isUnderDialog(): boolean {
  return document.querySelector('dialog[open]') !== null;
}
