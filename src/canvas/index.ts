export { Elapsed } from './cards/Elapsed';
export { GraphPreview } from './GraphPreview';
export { DeclaredIcons } from './glyphs/capabilityIcons';
export { NodeGlyph, StateGlyph, StatusGlyph } from './glyphs/glyphs';

export { MachineView } from './machine/MachineView';
export type { MachineGraph, MachineState, MachineTransition } from './machine/machineGraph';
export { Markdown, type Shows } from './markdown/Markdown';
export { PictureView } from './PictureView';
export { PlanCanvas } from './PlanCanvas';
export { SketchView } from './SketchView';
export type { PlanCanvasProps } from './state/canvasProps';
export type { CardResult, StaleMark } from './state/cardResult';
export type { ForeseenMark } from './state/foreseenMark';
export {
  type CanvasViewport,
  type Gestures,
  type Move,
  NODE_MIME,
  type Point,
  type Spot,
} from './state/gestures';
export type { CanvasHandle } from './state/useCanvasHandle';
