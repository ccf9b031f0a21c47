import { LIMITS } from '#base';
import { withNote } from '#runtime';
import { defineCapability } from '../defineCapability';
import { failure, listed } from '../fail';
import { z } from '../zod';
import { changeSession, contentOf } from './sessionOf';

const note = z.object({ name: z.string(), text: z.string() });

export const readNotepad = defineCapability({
  id: 'notepad.read',
  title: 'Read notes',
  description: 'Reads a note of the session by its name, or all of them.',
  input: z.strictObject({
    name: z.string().optional().meta({ title: 'Name', description: 'All notes when left out.' }),
  }),
  output: z.object({ notes: z.array(note), text: z.string() }),
  effect: 'read',
  icon: 'book-open',
  tags: ['session', 'notes'],
  async run({ name }, context) {
    const { notes } = await contentOf(context);
    const found = name === undefined ? notes : notes.filter((one) => one.name === name);
    if (name !== undefined && found.length === 0)
      throw unknownNote(
        name,
        notes.map((one) => one.name),
      );
    return { notes: found.map((one) => ({ ...one })), text: found.map(({ text }) => text).join('\n\n') };
  },
});

export const writeNotepad = defineCapability({
  id: 'notepad.write',
  title: 'Write a note',
  description:
    'Writes a note of the session under its name, over one that is there; without text it is removed.',
  input: z.strictObject({
    name: z.string().min(1).max(LIMITS.sessionListed).meta({ title: 'Name' }),
    text: z.string().max(LIMITS.sessionCharacters).meta({ title: 'Text' }),
  }),
  output: note,
  effect: 'write',
  icon: 'sticky-note',
  tags: ['session', 'notes'],
  async run(written, context) {
    await changeSession(context, (content) => withNote(content, written));
    return { ...written };
  },
});

function unknownNote(name: string, names: readonly string[]) {
  return failure(
    'NOTE_UNKNOWN',
    `The session has no note "${name}".`,
    names.length === 0 ? 'It has no notes yet.' : `Its notes are: ${listed(names)}.`,
  );
}
