import type { CommandId } from '#editor';
import type { Session } from '../state/session';

/** What the page does for commands. What is given back is waited for; what is thrown is said. */
export type PageCommands = Readonly<Partial<Record<CommandId, (session: Session) => unknown>>>;

let offered: PageCommands = {};

/** A feature's own commands, from when its screen is loaded. Of two for one command the later is given. */
export function offerCommands(commands: PageCommands): void {
  offered = { ...offered, ...commands };
}

export function offeredCommand(id: CommandId): PageCommands[CommandId] {
  return offered[id];
}

/** A help page that may be offered. */
export interface OfferedPage {
  readonly name: string;
  readonly title: string;
}

let load: () => Promise<readonly OfferedPage[]> = () => Promise.resolve([]);

/** Says where help pages come from: they are loaded when somebody looks for something, not before. */
export function offerPages(from: () => Promise<readonly OfferedPage[]>): void {
  load = from;
}

export function loadOfferedPages(): Promise<readonly OfferedPage[]> {
  return load();
}
