import { QueryClientProvider } from '@tanstack/react-query';
import { Home } from './home/Home';
import { OpeningDialog } from './opening/OpeningDialog';
import { lazily } from './parts/lazily';
import { Toasts } from './parts/Toasts';
import { Tooltips } from './parts/Tooltips';
import { useLinks } from './share/useLinks';
import { Dialogs } from './shell/Dialogs';
import { StrayFiles } from './shell/StrayFiles';
import { usePlace } from './state/address';
import { queries } from './state/services';
import { setWorkspaceScreen } from './state/workspaceScreen';
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
