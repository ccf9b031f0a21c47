import { estimatedTokens, utf8Length } from '#base';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import type { Catalogue } from '#plan';
import { type PlannerState, promptFor } from '#planner';
import { plannerState } from './plannerState';

export const PROMPT_FLAVOURS = ['llm', 'stream', 'tools', 'state-machine'] as const;
export type PromptFlavour = (typeof PROMPT_FLAVOURS)[number];

/** The size of the request of one built-in prompt, in estimated tokens. */
export interface PromptSize {
  readonly prompt: string;
  /** What a model is sent whose reply is bound: with the functions that it may call, and without the schema. */
  readonly bound: number;
  /** What any other is sent. */
  readonly unbound: number;
  /** Tools that are shown, and tools that are left out. */
  readonly shown: number;
  readonly leftOut: number;
}

/** A catalogue of any size: the built-in capabilities, then the same ones under numbered ids. */
export function catalogueOfSize(size: number): Catalogue {
  const all = [...BUILT_IN_CATALOGUE.values()];
  return new Map(
    Array.from({ length: size }, (_, index) => {
      const tool = all[index % all.length];
      if (tool === undefined) throw new Error('There are no built-in capabilities.');
      const id = index < all.length ? tool.id : `${tool.id}-${Math.floor(index / all.length)}`;
      return [id, { ...tool, id }] as const;
    }),
  );
}

/** What a planner is asked in these measures, with so many tools. */
export function measuredState(size: number, over: Partial<PlannerState> = {}): PlannerState {
  return plannerState({
    goal: 'How many visitors did each city have last year?',
    catalogue: catalogueOfSize(size),
    variables: { question: 'How many visitors did each city have last year?' },
    writable: ['answer'],
    ...over,
  });
}

export function sizeOfPrompt(flavour: PromptFlavour, state: PlannerState): PromptSize {
  const prompt = promptFor({ flavour, prompt: null, repair: null }, state, []);
  if (!prompt.ok) throw new Error(prompt.problem[0]?.message);
  const { messages, unbound, template, leftOut, tools, state: shown } = prompt.value;
  const tokens = (all: typeof messages) =>
    all.reduce((sum, { text }) => sum + estimatedTokens(utf8Length(text)), 0);
  return {
    prompt: `${template.id} ${template.version}`,
    bound: tokens(messages) + (tools.length === 0 ? 0 : estimatedTokens(utf8Length(JSON.stringify(tools)))),
    unbound: tokens(unbound),
    shown: shown.catalogue.size,
    leftOut: leftOut.tools.length,
  };
}
