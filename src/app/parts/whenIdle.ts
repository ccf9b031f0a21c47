/** How long to wait instead where the browser has no `requestIdleCallback` (Safari), in milliseconds. */
const A_WHILE = 300;

/** A page that is never idle does it all the same, after so many milliseconds. */
const AT_MOST = 2_000;

/** Resolves when the page has nothing else to do: what nobody waits for goes after what somebody sees. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: AT_MOST });
    else setTimeout(resolve, A_WHILE);
  });
}
