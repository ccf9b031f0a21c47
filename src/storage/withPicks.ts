import type { Vault } from './vault';
import type { Workspaces } from './workspaces';

/**
 * Workspaces whose picks go with them (W7), in every page of this browser: an id that is given again, to something that
 * was imported, say, finds every slot empty.
 */
export function withPicks(
  workspaces: Workspaces,
  vault: Vault,
  channel: BroadcastChannel | null,
): Workspaces {
  const forget = (id: string) => {
    vault.forgetWorkspace(id);
    channel?.postMessage(id);
  };
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') vault.forgetWorkspace(data);
    };
  return {
    ...workspaces,
    save: async (draft) => {
      const saved = await workspaces.save(draft);
      // What is new here has nothing to do with whatever had this id before.
      if (saved.kind === 'saved' && draft.revision === 0) forget(draft.id);
      return saved;
    },
    remove: async (id) => {
      await workspaces.remove(id);
      forget(id);
    },
  };
}
