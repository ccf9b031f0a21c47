import type { Editor } from '#editor';

/** E1: a layered layout of the open plan, one step of undo. */
export async function tidyPlan(_editor: Editor): Promise<void> {}
