import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Home } from './home/Home';
import { Toasts } from './parts/Toasts';
import { Tooltips } from './parts/Tooltips';
import { useLinks } from './share/useLinks';
import { Dialogs } from './shell/Dialogs';
import { loadWorkspaceScreen } from './shell/loadWorkspaceScreen';
import { useStrayFiles } from './shell/useStrayFiles';
import { usePlace } from './state/address';
import { queries } from './state/services';

const Workspace = lazy(loadWorkspaceScreen);

export function App() {
  const workspace = usePlace((place) => place.workspace);
  useLinks();
  useStrayFiles();
  return (
    <QueryClientProvider client={queries}>
      <Suspense fallback={null}>
        {workspace === null ? <HomeWithDialogs /> : <Workspace key={workspace} id={workspace} />}
      </Suspense>
      <Toasts />
      <Tooltips />
    </QueryClientProvider>
  );
}

function HomeWithDialogs() {
  return (
    <>
      <Home />
      <Dialogs />
    </>
  );
}
