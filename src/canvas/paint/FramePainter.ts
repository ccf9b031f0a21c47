import { type Colours, readColours } from './paintMark';

/** Paints on one canvas element: once a frame at most, and anew in another theme. */
export abstract class FramePainter {
  readonly #context: CanvasRenderingContext2D | null;
  #colours: Colours | null = null;
  #frame = 0;
  readonly #restyle = (): void => {
    this.#colours = null;
    this.request();
  };

  constructor(protected readonly element: HTMLCanvasElement) {
    this.#context = element.getContext('2d');
    window.addEventListener('planloom:theme', this.#restyle);
    // Text is painted anew once the bundled font is there.
    document.fonts.ready.then(this.#restyle);
  }

  protected abstract paint(context: CanvasRenderingContext2D, colours: Colours): void;

  /** Asks for a new picture in the next frame. */
  request(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#paintFrame());
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = -1;
    window.removeEventListener('planloom:theme', this.#restyle);
  }

  #paintFrame(): void {
    this.#frame = 0;
    if (this.#context === null) return;
    this.#colours ??= readColours(this.element);
    this.paint(this.#context, this.#colours);
  }
}
