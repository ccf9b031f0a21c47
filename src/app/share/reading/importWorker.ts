// The entry of the worker in which links, files, pasted texts and large stored documents are read, and large ones that
// are edited are checked and written: whatever is in them, the page goes on (I4).
import { takeApart } from '../../opening/transfer';
import { type Asked, Desk, type Told } from './desk';

const desk = new Desk();
addEventListener('message', ({ data }: MessageEvent<Asked>) => void answer(data));
tell({ kind: 'ready' });

async function answer(asked: Asked): Promise<void> {
  try {
    for (const piece of takeApart(await answerTo(asked))) tell({ kind: 'piece', piece });
    tell({ kind: 'whole' });
  } catch (thrown) {
    tell({ kind: 'failed', why: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

function answerTo(asked: Asked): unknown {
  const say = (doing: string) => tell({ kind: 'doing', doing });
  switch (asked.task) {
    case 'judge':
      return desk.judge(asked.given, say);
    case 'place':
      return desk.place(asked.given);
    case 'prepare':
      return desk.prepare(asked.given, say);
    case 'problems':
      return desk.problems(asked.given);
    case 'written':
      return desk.written(asked.given);
  }
}

function tell(told: Told): void {
  postMessage(told);
}
