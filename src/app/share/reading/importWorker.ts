// The entry of the worker in which files and pasted texts are read: whatever is in them, the page goes on (I4).
import { judge } from './judge';
import type { Asked, Told } from './messages';

addEventListener('message', ({ data }: MessageEvent<Asked>) => void answer(data));
tell({ kind: 'ready' });

async function answer({ source, format }: Asked): Promise<void> {
  try {
    tell({ kind: 'judged', judged: await judge(source, format) });
  } catch (thrown) {
    tell({ kind: 'failed', why: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

function tell(told: Told): void {
  postMessage(told);
}
