import { canonicalJson, type EventNames, IdMint, isJsonObject, type Json, type JsonObject, own } from '#base';
import type { Catalogue } from '../../schema/capabilityDescriptor';

/** An action as a plan names it: its event is the tool's id. */
export interface NamedAction {
  readonly event: string;
  readonly data: Json | undefined;
  readonly response: string | null;
  readonly failure: string | null;
}

/** Events by which a person is asked: the capability that planners know, and the event of reference 5. */
const ASK_PERSON: ReadonlySet<string> = new Set(['human.ask', 'notification.human_input']);

/** Where the words stand that a person is to read. */
const WORDS = ['message', 'question', 'prompt', 'text'] as const;

/** Who answers the actions of a machine that names its tools (M2): a responder for each tool, in the order of first use. */
export class Responders {
  readonly repairs: string[] = [];
  private readonly list: JsonObject[] = [];
  private readonly asked: JsonObject[] = [];
  private readonly known = new Set<string>();
  private readonly ids = new IdMint();

  constructor(
    private readonly catalogue: Catalogue,
    private readonly events: EventNames,
  ) {}

  /** Whether an event is one that a tool or a person answers. */
  knows(event: string): boolean {
    return this.catalogue.has(event) || ASK_PERSON.has(event);
  }

  /** The action as a state of ours has it; whoever answers it is remembered. */
  answer({ event, data, response, failure }: NamedAction): JsonObject {
    const type = this.events.mint(event);
    const isTool = this.catalogue.has(event);
    const isPerson = ASK_PERSON.has(event);
    const answer = response ?? (isTool || isPerson ? `${type}.completed` : null);
    if (response === null && answer !== null)
      this.repairs.push(`Called the response of "${event}" "${answer}".`);
    if (isPerson) this.ask(type, data);
    else if (isTool) this.call(type, event);
    const given = isPerson ? withMessage(data) : data;
    return {
      event: type,
      ...(given === undefined ? {} : { data: given }),
      ...(answer === null ? {} : { response: this.events.mint(answer) }),
      ...(failure === null ? {} : { failure: this.events.mint(failure) }),
    };
  }

  all(): readonly JsonObject[] {
    const [schema, ...others] = this.asked.map((data) => formOf(data));
    const isOne = schema !== undefined && others.every((one) => canonicalJson(one) === canonicalJson(schema));
    const form = isOne && schema !== null ? { schema } : {};
    return this.list.map((one) => (one.capability === undefined ? { ...one, ...form } : one));
  }

  private call(request: string, capability: string): void {
    if (this.known.has(request)) return;
    this.known.add(request);
    this.list.push({ id: this.ids.mint(capability, 'responder'), request, capability });
  }

  private ask(request: string, data: Json | undefined): void {
    this.asked.push(isJsonObject(data) ? data : {});
    if (this.known.has(request)) return;
    this.known.add(request);
    this.list.push({
      id: this.ids.mint('person', 'responder'),
      request,
      message: '{{ event.data.message }}',
    });
  }
}

function withMessage(data: Json | undefined): Json {
  if (typeof data === 'string') return { message: data };
  const given = isJsonObject(data) ? data : {};
  const words = WORDS.flatMap((key) => own(given, key) ?? []);
  return { ...given, message: words[0] ?? 'What shall be done?' };
}

/** The form of what is asked: its own schema, or a choice among its decisions. */
function formOf(data: JsonObject): JsonObject | null {
  const schema = own(data, 'schema');
  if (isJsonObject(schema)) return schema;
  const decisions = own(data, 'decisions');
  if (!Array.isArray(decisions)) return null;
  const ids = decisions.flatMap((one) => (isJsonObject(one) ? (own(one, 'id') ?? []) : []));
  if (ids.length === 0) return null;
  return { type: 'object', required: ['decision'], properties: { decision: { enum: ids } } };
}
