/** Lets other work of the thread have its turn: between slices of long work, and until what is queued has been delivered. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
