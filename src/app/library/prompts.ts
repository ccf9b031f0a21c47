import type { Editor } from '#editor';
import type { Prompt, Workspace } from '#plan';
import { newId } from './items';

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
    const id = newId(title, 'prompt', workspace.prompts);
    return { id, name: title || 'Prompt', version: 1, text };
  }
  const version = text === before.text ? before.version : before.version + 1;
  return { ...before, name: title || before.id, version, text };
}

export function keepPrompt(editor: Editor, item: Prompt, label: string): void {
  editor.edit({ edit: 'put-item', list: 'prompts', item }, { label });
}
