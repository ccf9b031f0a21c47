import type { PlannerFlavour, Prompt } from '#plan';
import {
  type BuiltInPrompt,
  GOALS_PROMPT,
  MACHINE_PROMPT,
  OBJECT_PROMPT,
  STREAM_PROMPT,
  TOOLS_PROMPT,
} from './builtIn';
import { askedBy } from './promptFor';

/** The built-in prompts as documents, so that a person can copy and change them (P13). */
export const BUILT_IN_PROMPTS: readonly Prompt[] = [
  OBJECT_PROMPT,
  STREAM_PROMPT,
  TOOLS_PROMPT,
  GOALS_PROMPT,
  MACHINE_PROMPT,
].map(asDocument);

/** The one that a planner has where it names none. */
export function builtInPrompt(flavour: PlannerFlavour): Prompt {
  return asDocument(askedBy(flavour).builtIn);
}

function asDocument({ id, version, system, user }: BuiltInPrompt): Prompt {
  return { id, version, text: `${system}\n\n${user}` };
}
