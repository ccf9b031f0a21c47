import type { Sketch } from '#picture';

const SKETCHES = import.meta.glob<Sketch>('./sketches/*.json', { import: 'default' });

/**
 * The picture of a template: its plan as a run leaves it, without statuses. It is drawn beforehand, because what unfolds is
 * known only when it has run (`test/samples/sketches`).
 */
export async function loadSketch(id: string): Promise<Sketch | null> {
  return (await SKETCHES[`./sketches/${id}.json`]?.()) ?? null;
}
