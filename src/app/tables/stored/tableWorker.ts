// The entry of the worker in which tables by reference are read, searched, sorted and written as files (V6, I4).
import { type DeskReply, type DeskRequest, TableDesk } from './tableDesk';

const desk = new TableDesk();
addEventListener('message', ({ data }: MessageEvent<DeskRequest>) => void perform(data));

async function perform(request: DeskRequest): Promise<void> {
  if (request.kind === 'hold') desk.hold(request.hash, request.content);
  else if (request.kind === 'forget') desk.forget(request.hash);
  else reply(await answered(request));
}

async function answered({ id, hash, question }: Extract<DeskRequest, { kind: 'ask' }>): Promise<DeskReply> {
  try {
    return { id, answer: await desk.answer(hash, question) };
  } catch (thrown) {
    return { id, failed: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

function reply(message: DeskReply): void {
  postMessage(message);
}
