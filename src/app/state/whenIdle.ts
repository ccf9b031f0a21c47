/** How long to wait instead where the browser has no `requestIdleCallback` (Safari), in milliseconds. */
const A_WHILE = 300;

/** Resolves when the page has nothing else to do: what nobody waits for goes after what somebody sees. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve());
    else setTimeout(resolve, A_WHILE);
  });
}
