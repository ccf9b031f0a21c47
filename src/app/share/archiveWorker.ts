// The entry of the worker in which archives are packed and unpacked: files of many megabytes never hold the page (I4).
import { packArchive, unpackArchive } from '#share';
import type { ArchiveAnswer, ArchiveTask } from './archives';

addEventListener('message', ({ data }: MessageEvent<ArchiveTask>) => void answer(data));

async function answer(task: ArchiveTask): Promise<void> {
  try {
    if (task.task === 'unpack') return reply({ unpacked: await unpackArchive(task.name, task.bytes) }, []);
    const packed = await packArchive(task.archive);
    reply({ packed }, [packed.buffer]);
  } catch (thrown) {
    reply({ failed: thrown instanceof Error ? thrown.message : String(thrown) }, []);
  }
}

function reply(message: ArchiveAnswer, moved: Transferable[]): void {
  postMessage(message, { transfer: moved });
}
