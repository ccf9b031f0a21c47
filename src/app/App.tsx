import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isLink } from '#share';
import { Home } from './home/Home';
import { OpeningDialog } from './opening/OpeningDialog';
import { lazily } from './parts/lazily';
import { Toasts } from './parts/Toasts';
import { Tooltips } from './parts/Tooltips';
import { Dialogs } from './shell/Dialogs';
import { StrayFiles } from './shell/StrayFiles';
import { setWorkspaceScreen, usePlace } from './state/address';
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
