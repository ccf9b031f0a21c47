export { type ArrangeOptions, arrange } from './arrange';
export { flowInside, type InsideFlow, type InsidePlace } from './flowInside';
export type { Rect } from './roomFor';
export { CARD, EXECUTOR, GRID, type Size, snap, TITLE_BAR } from './sizes';
