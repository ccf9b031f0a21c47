import type { Editor } from '#editor';
import { allNodes, type Plan, type Prompt, titleOf, type Workspace } from '#plan';
import { freeId } from './keepWorkspace';

/** A node that uses a prompt, and the plan that it is in. */
export interface PromptUse {
  readonly plan: string;
  readonly node: string;
}

/** Names of the nodes that use a prompt: planners that ask with it, templates that are filled (P13). */
export function usesOf(prompt: string, plans: readonly Plan[]): readonly PromptUse[] {
  return plans.flatMap((plan) => {
    if (plan.kind !== 'capability') return [];
    const nodes = [...allNodes(plan)].map(({ node }) => node);
    const using = nodes.filter((node) => {
      if (node.type === 'FILL_TEMPLATE') return node.params.prompt === prompt;
      const named = node.type === 'PLANNER' ? node.params?.prompt : undefined;
      return typeof named === 'object' && named.prompt === prompt;
    });
    return using.map((node) => ({ plan: plan.name ?? plan.id, node: titleOf(node) }));
  });
}

/** What a person wrote. */
export interface PromptDraft {
  readonly name: string;
  readonly text: string;
}

/**
 * The prompt as it is kept: another text is the next version, so that an attempt says which one it was asked with (P6);
 * another name is not.
 *
 * @param before null for a new one, which gets an id made from its name
 */
export function promptOf(before: Prompt | null, { name, text }: PromptDraft, workspace: Workspace): Prompt {
  const title = name.trim();
  if (before === null) {
    const taken = new Set(workspace.prompts.map(({ id }) => id));
    return { id: freeId(stemOf(title), taken), name: title || 'Prompt', version: 1, text };
  }
  const version = text === before.text ? before.version : before.version + 1;
  return { ...before, name: title || before.id, version, text };
}

export function keepPrompt(editor: Editor, item: Prompt, label: string): void {
  editor.edit({ edit: 'put-item', list: 'prompts', item }, { label });
}

function stemOf(name: string): string {
  const stem = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  return stem || 'prompt';
}
