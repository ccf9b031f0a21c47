import type { Pins } from './pins';
import type { KeptSessions } from './sessions';
import type { Vault } from './vault';
import type { Workspaces } from './workspaces';

/**
 * Workspaces whose picks, pins and sessions go with them (W7, D10, P16), in every page of this browser: an id that is given again, to
 * something that was imported, say, finds every slot empty, nothing pinned and nothing remembered.
 */
export function withPicks(
  workspaces: Workspaces,
  vault: Vault,
  { pins, sessions }: { readonly pins: Pins; readonly sessions: KeptSessions },
  channel: BroadcastChannel | null,
): Workspaces {
  const forget = async (id: string): Promise<void> => {
    vault.forgetWorkspace(id);
    channel?.postMessage(id);
    await sessions.forget(id);
    if ((await pins.of(id)).length > 0) await pins.keep(id, []);
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
      if (saved.kind === 'saved' && draft.revision === 0) await forget(draft.id);
      return saved;
    },
    remove: async (id) => {
      await workspaces.remove(id);
      await forget(id);
    },
  };
}
