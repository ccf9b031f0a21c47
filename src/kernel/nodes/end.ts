import { beginLeaf, failNode, succeedNode } from '../node';
import { endFrame, endFrom } from '../scopes/unwinding';
import { fillTemplate } from '../variables';
import type { Behaviour } from './behaviour';

/** END: ends its scope, plan or run (R15); what is still active there is cancelled. */
export const end: Behaviour<'END'> = {
  start: (draft, ref, node, attempt) => {
    beginLeaf(draft, ref, attempt, { kind: 'calling' });
    const { result: template, ends = 'scope' } = node.params ?? {};
    const result = template === undefined ? null : fillTemplate(draft, draft.frame(ref.frame), template);
    if (result !== null && !result.ok) {
      failNode(draft, ref, result.problem, { final: true });
      return;
    }
    const value = result?.value;
    const given = value === undefined ? {} : { result: value };
    if (!succeedNode(draft, ref, { ports: [], ...given, stays: true })) return;
    if (ends === 'scope') endFrame(draft, ref.frame, value);
    else endFrom(draft, ref.frame, ends, value);
  },
};
