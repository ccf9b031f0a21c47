import type { Page } from '@playwright/test';

/** Which components of a surface were drawn, and how often. */
export type Renders = Readonly<Record<string, number>>;

declare global {
  interface Window {
    rendersOfPage?: Record<string, number>;
  }
}

/**
 * Counts what React draws, by surface, as its profiler does: a build for people has no `<Profiler>`, but it tells every commit to the
 * hook of the developer tools, and marks in its tree what was drawn for it. To be called before the page is opened.
 */
export async function countRenders(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Fiber {
      readonly tag: number;
      readonly flags: number;
      readonly memoizedProps: unknown;
      readonly alternate: Fiber | null;
      readonly child: Fiber | null;
      readonly sibling: Fiber | null;
    }
    /** Function, class, forwarded reference, memo, simple memo (`ReactWorkTags`). */
    const components = new Set([0, 1, 11, 14, 15]);
    /** `PerformedWork` of `ReactFiberFlags`. */
    const performedWork = 1;
    const counts: Record<string, number> = {};
    window.rendersOfPage = counts;
    const textIn = (props: unknown, name: string): string | null => {
      const value: unknown = typeof props === 'object' && props !== null ? Reflect.get(props, name) : null;
      return typeof value === 'string' ? value : null;
    };
    /** A surface draws its boundary, the one class; what is drawn of a card lies in an element with its address. */
    const placeOf = ({ memoizedProps: props, child }: Fiber, around: string): string => {
      const card = textIn(props, 'data-address');
      if (card !== null) return `card ${card}`;
      return (child?.tag === 1 ? textIn(props, 'of') : null) ?? around;
    };
    const count = (fiber: Fiber, around: string): void => {
      const surface = placeOf(fiber, around);
      if (components.has(fiber.tag) && (fiber.flags & performedWork) !== 0)
        counts[surface] = (counts[surface] ?? 0) + 1;
      // What was not drawn, and nothing of it, has the children that it had.
      if (fiber.alternate !== null && fiber.alternate.child === fiber.child) return;
      for (let child = fiber.child; child !== null; child = child.sibling) count(child, surface);
    };
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberUnmount: () => {},
        onCommitFiberRoot: (_renderer: number, { current }: { readonly current: Fiber }) =>
          count(current, 'frame'),
      },
    });
  });
}

/** What was drawn while something was done, when nothing more comes of it; `frame` is what lies in no surface. */
export async function rendersOf(page: Page, act: () => Promise<void>): Promise<Renders> {
  await rested(page);
  await act();
  return rested(page);
}

/** What was drawn since the last time, as soon as three frames have drawn nothing. */
function rested(page: Page): Promise<Renders> {
  return page.evaluate(async () => {
    const counts = window.rendersOfPage ?? {};
    const total = (): number => Object.values(counts).reduce((sum, one) => sum + one, 0);
    for (let quiet = 0, before = total(); quiet < 3; ) {
      await new Promise(requestAnimationFrame);
      quiet = total() === before ? quiet + 1 : 0;
      before = total();
    }
    const taken = { ...counts };
    for (const surface of Object.keys(counts)) delete counts[surface];
    return taken;
  });
}
