import type { PlanCommand, RunError } from '#kernel';
import type { PlannerFlavour } from '#plan';
import {
  callIds,
  machineStream,
  objectStream,
  type PlannerState,
  type PlanStream,
  planStream,
  type ReplyEnd,
  type ReplyReading,
  type StreamedStep,
} from '#planner';
import { ModelReply, type ToolCall } from './modelReply';
import type { ModelEvent, Progress } from './ports';
import { hasOwnReading } from './readRaw';

/** These flavours read the text that was streamed; all others read the reply once more, calls of functions as one message. */
const READ_AS_IT_CAME: ReadonlySet<PlannerFlavour> = new Set(['stream', 'state-machine']);

/** The reply of a model to a planner while it arrives: what is shown of it, and the steps that can be drawn already (D4). */
export class PlanReply {
  readonly #reply = new ModelReply();
  /** What its calls are named, by their places; null where they keep no name. */
  readonly #callIds: ((place: number) => string) | null;
  readonly #isReadAsItCame: boolean;
  readonly #streamAnew: () => PlanStream | null;
  #stream: PlanStream | null;
  #hasSteps = false;

  /** @param shown the state as the prompt has shown it */
  constructor(command: PlanCommand, shown: PlannerState) {
    this.#callIds = command.flavour === 'tools' ? callIds(shown) : null;
    this.#isReadAsItCame = READ_AS_IT_CAME.has(command.flavour);
    this.#streamAnew = () => streamOf(command, shown);
    this.#stream = this.#streamAnew();
  }

  /** Takes what comes next; gives what is shown of it, and the steps that it completes. */
  take(event: ModelEvent): { readonly progress: Progress | null; readonly steps: readonly StreamedStep[] } {
    this.#reply.take(event);
    // What was taken for steps was thought; steps that are drawn already stay ghosts of this attempt.
    if (event.type === 'text-was-reasoning' && !this.#hasSteps) this.#stream = this.#streamAnew();
    const progress = this.#progressOf(event);
    const steps = progress?.kind === 'text' ? (this.#stream?.push(progress.text) ?? []) : [];
    this.#hasSteps ||= steps.length > 0;
    return { progress, steps };
  }

  /** The whole reply as it is kept (P6). */
  get text(): string {
    const { text, toolCalls } = this.#reply;
    return [text, toolCalls.length === 0 ? '' : this.#callsText()].filter((part) => part !== '').join('\n');
  }

  /** What of it is the plan: where calls are asked for, what the model says beside them is not. */
  get planText(): string {
    const isCalls = this.#callIds !== null && this.#reply.toolCalls.length > 0;
    return isCalls ? this.#callsText() : this.text;
  }

  /**
   * Why there is nothing to read. A plan may come as calls of functions (P4); a reply that is cut or empty is refused by who
   * reads it, and repaired (P5).
   */
  get fault(): RunError | null {
    const { fault, isEmpty, toolCalls } = this.#reply;
    if (fault?.code === 'MODEL_REPLY_CUT') return isEmpty && toolCalls.length === 0 ? fault : null;
    return fault?.code === 'MODEL_CALLED_TOOLS' || fault?.code === 'MODEL_EMPTY' ? null : fault;
  }

  /** What services say of a model that ended by itself; of what they call `other` nobody knows. */
  get ended(): ReplyEnd {
    const { finishReason } = this.#reply;
    if (finishReason === 'length') return 'cut';
    return finishReason === 'stop' || finishReason === 'tool-calls' ? 'whole' : 'unsaid';
  }

  /** The reading of what was streamed; null where the text is read as a whole. */
  readAsItCame(): ReplyReading | null {
    return this.#isReadAsItCame ? (this.#stream?.end(this.ended) ?? null) : null;
  }

  #progressOf(event: ModelEvent): Progress | null {
    switch (event.type) {
      case 'text':
      case 'reasoning':
        return { kind: event.type, text: event.text };
      case 'text-was-reasoning':
        return { kind: event.type };
      case 'tool-call': {
        const place = this.#reply.toolCalls.length - 1;
        return { kind: 'text', text: `\n${JSON.stringify(this.#written(event, place))}\n` };
      }
      case 'unbound':
      case 'not-sent':
      case 'refused-field':
      case 'done':
        return null;
    }
  }

  /** As chat services write calls: their arguments are the JSON text that the model wrote. */
  #callsText(): string {
    const calls = this.#reply.toolCalls.map((call, place) => this.#written(call, place));
    return JSON.stringify({ tool_calls: calls });
  }

  #written({ name, arguments: given }: ToolCall, place: number) {
    const id = this.#callIds === null ? {} : { id: this.#callIds(place) };
    return { ...id, function: { name, arguments: given } };
  }
}

/** Steps and states are read one by one, whatever form they are asked for in; what a parser reads, it reads whole. */
function streamOf(command: PlanCommand, state: PlannerState): PlanStream | null {
  if (hasOwnReading(command)) return null;
  if (command.flavour === 'state-machine') return machineStream(state);
  return command.flavour === 'stream' ? planStream(state) : objectStream(state);
}
