import type { Scene } from './stores';
import { nodeByKey } from './target';

/** One name of the path above the canvas; `key` is null for the plan itself. */
interface Crumb {
  readonly key: string | null;
  readonly title: string;
}

/** The way from the plan to the box that is entered, outermost first (D4: a path of names back). */
export function pathOf(scene: Scene): readonly Crumb[] {
  const crumbs: Crumb[] = [];
  for (let at = nodeByKey(scene.graph, scene.inside); at; at = nodeByKey(scene.graph, at.parent)) {
    if (at.lane === null) crumbs.unshift({ key: at.key, title: at.title });
  }
  const plan = scene.plan?.name ?? scene.plan?.id ?? '';
  return [{ key: null, title: plan }, ...crumbs];
}
