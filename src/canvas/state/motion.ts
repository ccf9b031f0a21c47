/** How long a move of the viewport takes, in milliseconds: nothing where people asked for less motion. */
export function motionMs(): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 160;
}
