import { type Json, ROOT } from '#base';
import type { Draft } from '../draft';
import type { Frame } from '../state';
import { outputsOf } from './outputs';

/** The plan's scope has ended: its result mapping is applied, and the run has completed (R15, V1). */
export function completeRun(draft: Draft, frame: Frame, ended?: Json): void {
  const outputs = outputsOf(draft, frame, ended);
  if (!outputs.ok) {
    draft.failRun(outputs.problem);
    return;
  }
  draft.outputs = outputs.value;
  draft.emit({ address: ROOT, data: { outputs: outputs.value }, kind: 'run.completed' });
  draft.end('completed');
}
