import type { Json } from '#base';
import type { Draft } from '../draft';
import type { NodeRef } from '../nodeRef';
import { endFrame } from '../scopes/endScope';
import { failNode, succeedNode } from '../settle';
import type { Frame } from '../state';
import { fillTemplate } from '../values';
import { parentOf } from '../variables';
import { beginLeaf } from './activate';
import type { Start } from './behaviour';

/** END: ends its scope, plan or run (R15); what is still active there is cancelled. */
export const startEnd: Start<'END'> = (draft, ref, node, attempt) => {
  beginLeaf(draft, ref, attempt, { kind: 'calling' });
  const { result: template, ends = 'scope' } = node.params ?? {};
  const result = template === undefined ? null : fillTemplate(draft, draft.frame(ref.frame), template);
  if (result !== null && !result.ok) {
    failNode(draft, ref, result.problem, { final: true });
    return;
  }
  const value = result?.value;
  succeedNode(draft, ref, { ports: [], ...(value === undefined ? {} : { result: value }) });
  endAround(draft, ref, ends, value);
};

function endAround(
  draft: Draft,
  ref: NodeRef,
  ends: 'scope' | 'plan' | 'run',
  value: Json | undefined,
): void {
  let frame: Frame = draft.frame(ref.frame);
  const isEnded = (at: Frame): boolean =>
    ends === 'scope' ||
    at.parent === null ||
    (ends === 'plan' && (at.dynamic !== null || at.instance !== null));
  while (!isEnded(frame)) frame = parentOf(draft, frame) ?? frame;
  endFrame(draft, frame.id, value);
}
