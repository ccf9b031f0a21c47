import type { Address } from '#base';
import { namesOf } from './names';
import type { RunView, Waiting } from './runView';

/** Where foreign text came from that whoever chose a waiting call had read (P15). */
export interface Origin {
  readonly address: Address;
  readonly name: string;
  /** The capability that brought it; absent where a step brought it whose contents did. */
  readonly tool?: string;
}

/** The origins of what chose a call that waits for leave; a call that was refused has brought nothing to show. */
export function originsOf(view: RunView, { command }: Waiting): readonly Origin[] {
  const origins = command?.kind === 'wait' ? (command.call?.origins ?? []) : [];
  const nameOf = namesOf(view);
  return origins.flatMap((address) => {
    const record = view.nodes.get(address);
    if (record?.status === 'failed' && record.tool === undefined) return [];
    return [{ address, name: nameOf(address), ...(record?.tool !== undefined && { tool: record.tool }) }];
  });
}

/** An origin in plain words: `by step “Read mail” with mail.read`. */
export function wordsOfOrigin({ name, tool }: Origin): string {
  return tool === undefined ? `by step “${name}”` : `by step “${name}” with ${tool}`;
}
