import { useQuery } from '@tanstack/react-query';
import { SketchView } from '#canvas';
import { loadSketch } from '#samples';

/** A small picture of a template: its own plan, with what unfolds in it when it runs. */
export function TemplatePicture({ id }: { readonly id: string }) {
  const sketch = useQuery({ queryKey: ['sketch', id], queryFn: () => loadSketch(id) });
  return sketch.data && <SketchView sketch={sketch.data} />;
}
