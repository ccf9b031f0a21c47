import type { Capability } from '#runtime';
import { recall, remember } from './memory';
import { readNotepad, writeNotepad } from './notepad';

/** What a run can do with the session that it belongs to (P16). */
export const sessionCapabilities: readonly Capability[] = [remember, recall, readNotepad, writeNotepad];
