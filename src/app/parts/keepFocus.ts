/** So many things that had the focus are remembered. */
const REMEMBERED = 8;
const FOCUSABLE =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, planloom-code, [tabindex]:not([tabindex="-1"])';
/** What is gone to as a whole, so that it is read first and nothing in it is pressed unseen. */
const NOTICE = '[data-notice]';
/** How far around what has gone somewhere to go on is looked for. */
const AROUND = '[role="dialog"], dialog, section, form, aside, main, header, footer, nav';

/**
 * Browsers leave the focus nowhere when what had it goes away. It goes on where a person would: to what is in its place, to what
 * stood beside it, to what else is in the same part of the page, or back to where it came from. Only for the keyboard: what is
 * pressed with the pointer goes, and keys are the canvas' as before.
 *
 * @param about gives the focus to what a notice was about, named in its `data-notice`, or that something of it belonged to; says
 *   whether it is there
 * @returns ends it
 */
export function keepFocus(about: (key: string | null) => boolean): () => void {
  let focused: HTMLElement | null = null;
  let before: readonly HTMLElement[] = [];
  let byKeyboard = false;
  let isHeld = false;
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    focused = target;
    before = [target, ...before.filter((one) => one !== target)].slice(0, REMEMBERED);
  };
  const onLeave = ({ target }: FocusEvent): void => {
    // Some browsers say so of what goes away, too, and of a button that cannot be pressed twice.
    queueMicrotask(() => {
      if (focused === target && focused?.isConnected && !focused.matches(':disabled')) focused = null;
    });
  };
  const onInput = ({ type }: Event): void => {
    isHeld = type === 'keydown';
    byKeyboard = type !== 'pointerdown';
  };
  const whenLetGo = (work: () => void): void => {
    // A key that is held down would press what the focus comes to.
    if (isHeld) document.addEventListener('keyup', work, { once: true });
    else work();
  };
  const observer = new MutationObserver((records) => {
    if (focused === null || focused.isConnected) return;
    const gone = focused;
    focused = null;
    if (!byKeyboard || !isNowhere()) return;
    const gap = gapOf(gone, records);
    // Whoever has taken it away may say by then where the focus goes.
    inTwoFrames(() =>
      whenLetGo(() => {
        if (isNowhere()) goOn(gone, gap, before, about);
      }),
    );
  });
  const ended = new AbortController();
  const heard = { capture: true, signal: ended.signal };
  document.addEventListener('focusin', onFocus, heard);
  document.addEventListener('focusout', onLeave, heard);
  for (const type of ['keydown', 'keyup', 'pointerdown']) document.addEventListener(type, onInput, heard);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    ended.abort();
    observer.disconnect();
  };
}

function isNowhere(): boolean {
  return document.activeElement === document.body || document.activeElement === null;
}

function inTwoFrames(work: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(work));
}

/** Where something was on the page. */
interface Gap {
  readonly around: Element;
  /** What was before it there. */
  readonly after: Node | null;
}

/** The gap that is still on the page, where what lay around it has gone, too. */
function gapOf(gone: Node, records: readonly MutationRecord[]): Gap | null {
  const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)));
  if (record === undefined || !(record.target instanceof Element)) return null;
  if (!record.target.isConnected) return gapOf(record.target, records);
  // Where all of the page has become another, nothing is in the place of anything.
  return record.target.closest(AROUND) === null
    ? null
    : { around: record.target, after: record.previousSibling };
}

function goOn(
  gone: HTMLElement,
  gap: Gap | null,
  before: readonly HTMLElement[],
  about: (key: string | null) => boolean,
): void {
  const notice = gone.closest<HTMLElement>(NOTICE);
  const beside = gap && besideGap(gap);
  // On the canvas the order on the page means nothing.
  const isNext = beside !== null && !isOfCanvas(gone) && (notice === null || beside.matches(NOTICE));
  if (!isNext && (notice !== null || isOfCanvas(gone)) && about(notice?.dataset.notice ?? null)) return;
  const there = beside ?? (gap && nearGap(gap)) ?? before.find((one) => one.isConnected && isSeen(one));
  if (there !== undefined) give(there);
  else about(null);
}

/** What has come into the gap, or follows it, or else what stands before it. */
function besideGap({ around, after }: Gap): HTMLElement | null {
  const all = [...around.children];
  const from = after === null ? 0 : all.findIndex((one) => one === after || isAfter(one, after));
  const [following, preceding] = from < 0 ? [[], all] : [all.slice(from), all.slice(0, from)];
  for (const one of [...following, ...preceding.toReversed()]) {
    const found = landingIn(one);
    if (found !== null) return found;
  }
  return null;
}

/** Somewhere to go in the part of the page that the gap is in; that part where nothing is in it. */
function nearGap({ around }: Gap): HTMLElement | null {
  for (let at: Element | null = around; at !== null && at !== document.body; at = at.parentElement) {
    const following = [...at.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isSeen);
    const next = following.find((one) => isAfter(one, around)) ?? following.at(-1);
    if (next !== undefined) return next;
    if (at.matches(AROUND) && at instanceof HTMLElement) return isSeen(at) ? at : null;
  }
  return null;
}

function isAfter(one: Node, other: Node): boolean {
  return (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function landingIn(element: Element): HTMLElement | null {
  const notice = element.matches(NOTICE) ? element : element.querySelector(NOTICE);
  if (notice instanceof HTMLElement) return notice;
  const inside = [...element.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const all = element instanceof HTMLElement && element.matches(FOCUSABLE) ? [element, ...inside] : inside;
  return all.find(isSeen) ?? null;
}

function isSeen(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

function isOfCanvas(element: HTMLElement): boolean {
  return element.closest('.react-flow__node, .plan-canvas') !== null;
}

/** What takes no focus by itself has it until it goes on. */
function give(element: HTMLElement): void {
  if (!element.matches(FOCUSABLE) && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: !element.matches(NOTICE) });
}
