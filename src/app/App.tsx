import { QueryClientProvider } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isLink } from '#share';
import styles from './App.module.css';
import { Home } from './home/Home';
import { OpeningDialog } from './opening/OpeningDialog';
import { keepFocus } from './parts/keepFocus';
import { lazily } from './parts/lazily';
import { Toasts } from './parts/Toasts';
import { Tooltips } from './parts/Tooltips';
import { Dialogs } from './shell/Dialogs';
import { setWorkspaceScreen, usePlace } from './state/address';
import { focusOnCanvas } from './state/canvas';
import { openDialog } from './state/dialogs';
import { queries } from './state/services';
import { Surface } from './surfaces/Surface';

/** The screen of an open workspace: canvas, editor, kernel. The start page does not have it. */
const Workspace = lazily(() => import('./shell/Workspace'));
setWorkspaceScreen(Workspace.fetch);

export function App() {
  return (
    <Surface of="app">
      <QueryClientProvider client={queries}>
        <Screen />
        <StrayFiles />
        <OpeningDialog />
        <Surface of="messages">
          <Toasts />
        </Surface>
        <Surface of="tooltips">
          <Tooltips />
        </Surface>
      </QueryClientProvider>
    </Surface>
  );
}

function Screen() {
  const workspace = usePlace((place) => place.workspace);
  useLinks();
  useEffect(() => keepFocus(focusOnCanvas), []);
  if (workspace !== null) {
    return (
      <Surface key={workspace} of="workspace">
        <Workspace id={workspace} />
      </Surface>
    );
  }
  return (
    <>
      <Surface key="start" of="start">
        <Home />
      </Surface>
      <Dialogs />
    </>
  );
}

/**
 * Opens the link of the address, now and whenever its fragment changes. What reads links is loaded when there is one:
 * most visits have none, and should not wait for it.
 */
function useLinks(): void {
  useEffect(() => {
    const look = async () => {
      if (!isLink(location.hash)) return;
      const { openLink } = await import('./share/bringIn');
      await openLink(location.hash);
    };
    const onChange = () => void look();
    onChange();
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, []);
}

/**
 * Files that are dropped where nothing else takes them are imported, and while they are dragged the page says so: left to
 * itself, the browser leaves the app and shows the file. Under a dialog they fall on nothing.
 */
function StrayFiles() {
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
