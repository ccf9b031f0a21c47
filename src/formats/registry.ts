import type { Json } from '#base';
import type { Codec, Likeness } from './common/codec';
import { hasAny, headOf } from './common/foreignText';
import { engine } from './engine/codec';
import { olo } from './olo/codec';
import { plannerPlan } from './planner-plan/codec';
import { stateMachine } from './state-machine/codec';
import { steps } from './steps/codec';
import { xstate } from './xstate/codec';

/** In the order of menus; of two formats that a file looks like equally, it is the one that stands first. */
const CODECS = [olo, engine, plannerPlan, steps, stateMachine, xstate] as const;

export type FormatId = (typeof CODECS)[number]['id'];

/** The formats of other systems that are read and written here. */
export const FORMATS: readonly Codec<FormatId>[] = CODECS;

export const FORMAT_IDS: readonly FormatId[] = FORMATS.map(({ id }) => id);

/** The format of an id; undefined where there is none of that name. */
export function formatOf(id: FormatId): Codec<FormatId>;
export function formatOf(id: string): Codec<FormatId> | undefined;
export function formatOf(id: string): Codec<FormatId> | undefined {
  return FORMATS.find((format) => format.id === id);
}

const FROM_STRONGEST: readonly Likeness[] = ['certain', 'likely', 'possible'];

/**
 * Which foreign format a document is in, by the keys that only that format has: what the import dialog suggests. An
 * importer judges for itself; nothing is read here but a few keys.
 *
 * @param input text, or the value that it was parsed into
 * @returns null where it is none of them (a workspace of ours is none either)
 */
export function recognise(input: Json | string): FormatId | null {
  const file = headOf(input);
  const { value } = file;
  // Workflows of n8n have nodes too, and what joins them is called otherwise.
  if (hasAny(value, 'format') || (hasAny(value, 'nodes') && hasAny(value, 'connections'))) return null;
  const found = FORMATS.map((format) => ({ format, likeness: format.recognise(file) }));
  for (const likeness of FROM_STRONGEST) {
    const alike = found.find((one) => one.likeness === likeness);
    if (alike !== undefined) return alike.format.id;
  }
  return null;
}
