import type { Diagnostic } from '#base';
import type { Catalogue, Workspace } from '#plan';
import type { Boxes } from '#projection';
import { Drawings } from './drawings';
import { firstView } from './initial';
import { EMPTY_SCENE, makeScene } from './scene';

/** Where everything stands that an editor shows first of a document: to be found before there is one. */
export function arrangementOf(
  workspace: Workspace,
  catalogue: Catalogue,
  diagnostics: readonly Diagnostic[],
): Boxes {
  const view = firstView(workspace);
  const light = { planId: null, light: null, preview: null };
  const parts = {
    workspace,
    catalogue,
    view,
    diagnostics,
    run: null,
    position: null,
    light,
    views: null,
    drawings: new Drawings(),
  };
  return makeScene(parts, EMPTY_SCENE).boxes;
}
