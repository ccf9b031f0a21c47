import type { Ref } from 'react';
import type { ConnectingState } from '#editor';
import type { Boxes, Graph } from '#projection';
import type { CardResult, ForeseenMark } from './canvasStore';
import type { Gestures } from './gestures';
import type { Looks } from './looks';
import type { CanvasHandle } from './useCanvasHandle';

/** What the canvas is given: everything it shows, and whom it tells what people do. */
export interface PlanCanvasProps {
  readonly graph: Graph;
  /** Names what is shown, a plan and the box of it that was entered: each keeps its own viewport. */
  readonly shown?: string;
  /** Where these viewports are kept while there is no canvas; what is not in it is fitted into the view. */
  readonly looks?: Looks;
  /** Where everything is drawn: `arrange` of `#layout` makes it. */
  readonly boxes: Boxes;
  /** `view` shows, walks and opens, and changes nothing. */
  readonly mode: 'edit' | 'view';
  /** Keys of the selected nodes. */
  readonly selection: ReadonlySet<string>;
  readonly selectedEdges?: ReadonlySet<string>;
  /** Keys of the nodes of which is pinned what comes of them (D10). */
  readonly pinned?: ReadonlySet<string>;
  /** By the keys of nodes (D7). */
  readonly results?: ReadonlyMap<string, CardResult>;
  /** What a run that is about to start would do, by the keys of nodes (D1). */
  readonly foreseen?: ReadonlyMap<string, ForeseenMark>;
  readonly gestures: Gestures;
  /** The node that has the keyboard; when it changes while the canvas has the focus, the focus follows. */
  readonly current?: string | null;
  /** A connection that is being made by keyboard: the editor walks it, the canvas shows and speaks it. */
  readonly connecting?: ConnectingState | null;
  /** What else a screen reader is told, politely. */
  readonly announcement?: string;
  /** Whether minimap and zoom bar are there; a phone may leave them out. */
  readonly controls?: boolean;
  readonly ref?: Ref<CanvasHandle>;
}
