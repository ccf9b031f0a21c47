import type { RunError } from '#kernel';
import type { FinishReason, ModelEvent } from './ports';

/** A function that a model called instead of answering. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: string;
}

/** One reply of a model, gathered from its events: what it answered, apart from what it thought and called. */
export class ModelReply {
  text = '';
  reasoning = '';
  readonly toolCalls: ToolCall[] = [];
  /** Null until the model has said that it is done. */
  finishReason: FinishReason | null = null;

  take(event: ModelEvent): void {
    switch (event.type) {
      case 'text':
        this.text += event.text;
        return;
      case 'reasoning':
        this.reasoning += event.text;
        return;
      case 'text-was-reasoning':
        this.reasoning += this.text;
        this.text = '';
        return;
      case 'tool-call':
        this.toolCalls.push({ name: event.name, arguments: event.arguments });
        return;
      case 'done':
        this.finishReason = event.finishReason;
        return;
      case 'unbound':
      case 'not-sent':
      case 'refused-field':
        return;
    }
  }

  get isEmpty(): boolean {
    return this.text.trim() === '';
  }

  /** Why this is no whole answer in words, though the stream ended in order (case E8); null where it is one. */
  get fault(): RunError | null {
    if (this.finishReason === null) return STREAM_CUT;
    if (this.finishReason === 'length') return this.isEmpty && this.reasoning !== '' ? CUT_IN_THOUGHT : CUT;
    if (this.finishReason === 'refusal') return refused(this.text);
    if (this.finishReason === 'content-filter') return FILTERED;
    if (!this.isEmpty) return null;
    if (this.toolCalls.length > 0) return calledTools(this.toolCalls);
    return this.reasoning === '' ? EMPTY : ONLY_REASONING;
  }
}

const STREAM_CUT: RunError = {
  code: 'MODEL_STREAM_CUT',
  message: 'The model stopped in the middle of its answer.',
  help: 'Try again.',
};

const CUT: RunError = {
  code: 'MODEL_REPLY_CUT',
  message: 'The answer was cut at the most tokens that it may have.',
  help: 'Raise the most tokens of the answer, or ask for less. What came is kept with the attempt.',
};

const CUT_IN_THOUGHT: RunError = {
  code: 'MODEL_REPLY_CUT',
  message: 'The model used all the tokens that it may have for thinking, and did not begin to answer.',
  help: 'Raise the most tokens of the answer: what a model thinks counts too.',
};

const FILTERED: RunError = {
  code: 'MODEL_FILTERED',
  message: 'The content filter of the service stopped the answer.',
  help: 'Reword what is asked, or choose another model. Asking again in the same words comes to the same.',
  retryable: false,
};

const EMPTY: RunError = {
  code: 'MODEL_EMPTY',
  message: 'The model answered nothing.',
  help: 'Reword the prompt, or try again.',
};

const ONLY_REASONING: RunError = {
  code: 'MODEL_ONLY_REASONING',
  message: 'The model only thought, and answered nothing.',
  help: 'Ask for the answer explicitly, raise the most tokens, or choose another model.',
};

const LONGEST_QUOTE = 300;

function refused(text: string): RunError {
  const said = text.trim().slice(0, LONGEST_QUOTE);
  return {
    code: 'MODEL_REFUSED',
    message: `The model refused to answer${said === '' ? '' : `: "${said}"`}.`,
    help: 'Reword what is asked, or choose another model. Asking again in the same words comes to the same.',
    retryable: false,
  };
}

function calledTools(calls: readonly ToolCall[]): RunError {
  const names = [...new Set(calls.map(({ name }) => `"${name}"`))].slice(0, 5).join(', ');
  return {
    code: 'MODEL_CALLED_TOOLS',
    message: `Instead of answering, the model called functions that it was not offered: ${names}.`,
    help: 'Ask for an answer in words, or let a planner use this model to call tools.',
  };
}
