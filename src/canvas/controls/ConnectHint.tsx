import { useStore } from '@xyflow/react';
import { useCanvas } from '../state/canvasStore';
import type { Point } from '../state/gestures';

/** Beside the pointer while a connection is drawn: why it may not end here, or what letting go would do. */
export function ConnectHint() {
  const dragged = useCanvas((state) => state.dragged);
  if (dragged === null) return null;
  const { pointer, over, refusal } = dragged;
  if (refusal !== null) return <Hint at={pointer} text={refusal} refused />;
  return over === null ? (
    <Hint at={pointer} text="To a node, or to an empty place for a new one" refused={false} />
  ) : null;
}

interface HintProps {
  /** In canvas pixels. */
  readonly at: Point;
  readonly text: string;
  readonly refused: boolean;
}

function Hint({ at, text, refused }: HintProps) {
  const [x, y, zoom] = useStore((flow) => flow.transform);
  return (
    <p
      className="connect-hint"
      data-refused={refused || undefined}
      style={{ left: at.x * zoom + x, top: at.y * zoom + y }}
    >
      {text}
    </p>
  );
}
