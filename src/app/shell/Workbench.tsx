import { Suspense } from 'react';
import { Inspector } from '../design/Inspector';
import { lazily } from '../parts/lazily';
import { useForkDraft } from '../run/forkStore';
import { useOpenDialog } from '../state/dialogs';
import { Surface } from '../surfaces/Surface';
import { Centre } from './Centre';
import { Dock } from './Dock';
import { Frame } from './Frame';
import { LeftPanel } from './LeftPanel';
import { TopBar } from './TopBar';
import { useReading, useRoomKept } from './useAnswerRoom';

const ForkPanel = lazily(() => import('../run/ForkPanel'));

/** The screen at a desk: top bar, left panel, canvas, inspector, dock. */
export function Workbench() {
  const isForking = useForkDraft() !== null;
  const read = useReading();
  const reading = isForking ? null : read;
  const hasSheet = useOpenDialog().open?.kind === 'goOn';
  useRoomKept(reading, hasSheet);
  return (
    <Frame
      bar={
        <Surface of="toolbar">
          <TopBar />
        </Surface>
      }
      left={<LeftPanel />}
      centre={<Centre />}
      right={
        isForking ? (
          <Surface key="fork" of="fork">
            <Suspense fallback={null}>
              <ForkPanel />
            </Suspense>
          </Surface>
        ) : (
          <Surface key="inspector" of="inspector">
            <Inspector />
          </Surface>
        )
      }
      reading={reading}
      hasSheet={hasSheet}
      dock={<Dock />}
    />
  );
}
