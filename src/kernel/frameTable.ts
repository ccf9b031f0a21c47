import type { PersistentMap } from '#base';
import type { Frame } from './state';

/** A frame that belongs to the step at hand, and to no state yet. */
export type OwnFrame = { -readonly [Field in keyof Frame]: Frame[Field] };

/**
 * The open frames of a run while one fact is applied. A frame is copied when it is first changed and then changed in
 * place: one fact touches its frame some six times, and a copy for each was a fifth of a step.
 */
export class FrameTable {
  readonly #before: PersistentMap<Frame>;
  /** What this step has changed; null where it closed a frame. */
  readonly #own = new Map<string, OwnFrame | null>();

  constructor(before: PersistentMap<Frame>) {
    this.#before = before;
  }

  get(id: string): Frame | undefined {
    const own = this.#own.get(id);
    return own === undefined ? this.#before.get(id) : (own ?? undefined);
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  /** A frame to write to; undefined when none of that id is open. */
  change(id: string): OwnFrame | undefined {
    const own = this.#own.get(id);
    if (own !== undefined) return own ?? undefined;
    const frame = this.#before.get(id);
    if (frame === undefined) return undefined;
    const copy = { ...frame };
    this.#own.set(id, copy);
    return copy;
  }

  /** All frames that are open, in no order that means anything. */
  values(): readonly Frame[] {
    const frames = this.#before.values().flatMap(({ id }) => this.get(id) ?? []);
    for (const [id, frame] of this.#own) if (frame !== null && !this.#before.has(id)) frames.push(frame);
    return frames;
  }

  open(frame: Frame): void {
    this.#own.set(frame.id, { ...frame });
  }

  close(id: string): void {
    this.#own.set(id, null);
  }

  /** The frames after the step. */
  finish(): PersistentMap<Frame> {
    let frames = this.#before;
    for (const [id, frame] of this.#own) frames = frame === null ? frames.delete(id) : frames.set(id, frame);
    return frames;
  }
}
