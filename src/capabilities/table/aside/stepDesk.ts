import type { Blobs } from '#runtime';
import type { FromDesk, ToDesk } from './messages';
import { workStep } from './workStep';

type Answer = Exclude<ToDesk, { readonly kind: 'step' }>;

/**
 * Works on steps that come as messages; its store is that of whoever sends them. What was read stays read.
 *
 * @param post what it sends, and the bytes that move with it
 * @returns takes a message
 */
export function stepDesk(
  post: (message: FromDesk, moved: Transferable[]) => void,
): (message: ToDesk) => Promise<void> {
  const waiting = new Map<number, (answer: Answer) => void>();
  let asked = 0;

  /** @throws Error with what the store said */
  const ofStore = async (ask: (id: number) => void): Promise<Answer> => {
    const id = asked++;
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      ask(id);
    });
    if (answer.kind === 'store failed') throw new Error(answer.why);
    return answer;
  };

  const blobs: Blobs = {
    has: async (hash) => {
      const answer = await ofStore((id) => post({ kind: 'has', id, hash }, []));
      return answer.kind === 'has' && answer.isHere;
    },
    read: async (hash) => {
      const answer = await ofStore((id) => post({ kind: 'read', id, hash }, []));
      return answer.kind === 'read' ? answer.bytes : null;
    },
    write: async (given) => {
      // Whoever hands bytes to a store keeps them: a copy moves.
      const bytes = given.slice();
      const answer = await ofStore((id) => post({ kind: 'write', id, bytes }, [bytes.buffer]));
      if (answer.kind !== 'written') throw new Error('The rows were not kept.');
      return answer.hash;
    },
    remove: async () => {},
  };

  return async (message) => {
    if (message.kind === 'step') {
      const outcome = await workStep(message.question, blobs);
      return post({ kind: 'outcome', id: message.id, outcome }, []);
    }
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  };
}
