import type { FromDesk, ToDesk } from '../../src/capabilities/table/aside/messages';
import { stepDesk } from '../../src/capabilities/table/aside/stepDesk';

/** What crosses the border of a worker that works on steps, with the desk behind it in this process. */
export class DeskInProcess extends EventTarget {
  readonly sent: FromDesk[] = [];
  isTerminated = false;
  readonly #hear = stepDesk((message, transfer) => {
    this.sent.push(message);
    const data = structuredClone(message, { transfer });
    queueMicrotask(() => {
      if (!this.isTerminated) this.dispatchEvent(new MessageEvent('message', { data }));
    });
  });

  /** @param isDeaf hears nothing, as one does that works without end */
  constructor(readonly isDeaf: () => boolean = () => false) {
    super();
  }

  postMessage(message: ToDesk, transfer: Transferable[] = []): void {
    const data = structuredClone(message, { transfer });
    if (!this.isDeaf()) void this.#hear(data);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  /** How often the store was asked for rows. */
  get reads(): number {
    return this.sent.filter(({ kind }) => kind === 'read').length;
  }
}
