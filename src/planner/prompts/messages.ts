/** One turn of a request to a model. Roles are structure, never text (case E10). */
export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: string;
}
