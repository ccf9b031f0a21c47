/** Does it at once, and again when that time has passed, however often it was asked for meanwhile. In milliseconds. */
export function atMostEvery(ms: number, work: () => void): () => void {
  let resting = false;
  let asked = false;
  const rest = (): void => {
    resting = true;
    setTimeout(() => {
      resting = false;
      if (asked) now();
    }, ms);
  };
  const now = (): void => {
    asked = false;
    work();
    rest();
  };
  return () => {
    asked = true;
    if (!resting) now();
  };
}
