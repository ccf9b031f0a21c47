import { useEffect } from 'react';
import { openDialog } from '../state/dialogs';

/**
 * Files that are dropped where nothing takes them are imported: left to itself, the browser leaves the app and shows the
 * file. Under a dialog they fall on nothing.
 */
export function useStrayFiles(): void {
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = isUnderDialog() ? 'none' : 'copy';
    };
    const drop = (event: DragEvent): void => {
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0 && !isUnderDialog()) openDialog({ kind: 'import', files });
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, []);
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

function isUnderDialog(): boolean {
  return document.querySelector('dialog[open]') !== null;
}
