import { useForkDraft } from '../run/forkStore';
import { useOpenDialog } from '../state/dialogs';
import { Surface } from '../surfaces/Surface';
import { Centre } from './Centre';
import { Dock } from './Dock';
import { Frame } from './Frame';
import { LeftPanel } from './LeftPanel';
import { PanelView } from './PanelView';
import { TopBar } from './TopBar';
import { useReading, useRoomKept } from './useAnswerRoom';

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
      right={isForking ? <PanelView key="fork" of="fork" /> : <PanelView key="inspector" of="inspector" />}
      reading={reading}
      hasSheet={hasSheet}
      dock={<Dock />}
    />
  );
}
