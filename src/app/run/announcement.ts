import { namesOf, type RunView } from '#projection';

/** One sentence or two about where a run stands; the same text as long as nothing happened that is worth hearing. */
export function announcementOf(view: RunView): string {
  return [...view.waiting.map(waitingText), planText(view), statusText(view)].filter(Boolean).join(' ');
}

function waitingText({ kind, name }: RunView['waiting'][number]): string {
  if (kind === 'approval') return `${name} waits for your approval.`;
  return kind === 'answer' ? `${name} asks you something.` : `${name} may or may not have happened.`;
}

/** A plan that has arrived, while it is carried out. */
function planText(view: RunView): string {
  if (view.status !== 'running') return '';
  const last = [...view.opened.entries()].at(-1);
  if (last === undefined) return '';
  const [address, { plan, revision }] = last;
  const steps = plan.nodes.length;
  return `${namesOf(view)(address)} carries out plan revision ${revision}: ${steps} ${steps === 1 ? 'step' : 'steps'}.`;
}

function statusText({ status, pausedBecause, error }: RunView): string {
  if (status === 'failed') return `Run failed. ${error?.message ?? ''}`.trim();
  if (status === 'paused' && pausedBecause !== null && pausedBecause !== 'user') {
    return `Run paused: ${pausedBecause}.`;
  }
  return `Run ${status}.`;
}
