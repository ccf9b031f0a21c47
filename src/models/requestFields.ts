import { present } from '#base';
import type { RefusedField } from '#kernel';
import type { RefusalBody } from './refusalBody';

/** Fields without which a request says nothing. */
const NEEDED: ReadonlySet<string> = new Set(['model', 'messages', 'stream']);

/** Fields that some servers take under another name only. */
const OTHER_NAMES: Readonly<Record<string, string>> = { max_tokens: 'max_completion_tokens' };

/** What else a server may call a field when it refuses it. */
const ALSO_CALLED: Readonly<Record<string, RegExp>> = {
  stream_options: /include_usage/,
  response_format: /json_schema|structured output|json mode|guided/i,
  tools: /\btool (?:use|choice|calls?|calling)|function[ -]?call/i,
};

/** A refusal that is about the schema of a reply, and not about replies in JSON: then JSON alone is asked for. */
const OF_SCHEMA = /schema|structured output|guided/i;
/** The field that asks for a form of the reply, and what is left of it without a schema. */
const FORM = 'response_format';
const JSON_ALONE = 'json_object';

/** Words that say that a field is not taken at all, and not that its value is wrong. */
const NOT_TAKEN =
  /unsupported|not supported|does ?n[o']t support|unknown|unrecogni[sz]ed|unexpected|extra|not permitted|not allowed|no such|additional propert|not implemented|deprecated|requires --/i;

/** By field: the name that it is sent under instead, or of a reply its form; null where it is left out. */
type Instead = Map<string, string | null>;
type Body = Readonly<Record<string, unknown>>;

/**
 * The optional fields of requests to one model of one server: what it has refused is left out from then on, or sent
 * under its other name. A limit of tokens is never dropped, since it bounds what a call costs.
 */
export class RequestFields {
  /** Shared by all calls to this model. */
  readonly #learned: Instead;
  readonly #ofThisCall: Instead = new Map();
  #sent: readonly string[] = [];

  constructor(learned: Instead = new Map()) {
    this.#learned = learned;
  }

  leavesOut(field: string): boolean {
    return this.#insteadOf(field) === null;
  }

  /** Whether replies are asked for as JSON, and their schema is refused. */
  get isJsonAlone(): boolean {
    return !this.leavesOut(FORM) && this.#insteadOf(FORM) === JSON_ALONE;
  }

  /** The body as this server takes it. */
  apply(body: Body): Record<string, unknown> {
    const sent: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(body)) {
      const instead = this.#insteadOf(field);
      if (instead === null || value === undefined) continue;
      // What stands for the schema of a reply is another form, and no other name.
      sent[field === FORM ? FORM : instead] = value;
    }
    this.#sent = Object.keys(sent).filter((field) => !NEEDED.has(field));
    return sent;
  }

  /**
   * Takes a refusal in: what it names is sent otherwise from now on.
   *
   * @returns the fields that it names; none where it is about something else, or nothing can be sent otherwise
   */
  learn(status: number, { reason, fields, codes }: RefusalBody): readonly RefusedField[] {
    if (status !== 400 && status !== 422) return [];
    const isNotTaken = NOT_TAKEN.test(`${reason} ${codes.join(' ')}`);
    return this.#named(reason, fields).flatMap((sent) => {
      const field = Object.entries(OTHER_NAMES).find(([, other]) => other === sent)?.[0] ?? sent;
      const isOfSchema = field === FORM && !this.isJsonAlone && OF_SCHEMA.test(reason);
      const other = isOfSchema ? JSON_ALONE : OTHER_NAMES[field];
      if (!isOfSchema && other !== undefined && (sent === other || !isNotTaken)) return [];
      this.#ofThisCall.set(field, other ?? null);
      if (isNotTaken) this.#learned.set(field, other ?? null);
      return [{ field, ...present({ instead: other }), status, reason }];
    });
  }

  #insteadOf(field: string): string | null {
    for (const known of [this.#ofThisCall, this.#learned]) {
      const instead = known.get(field);
      if (instead !== undefined) return instead;
    }
    return field;
  }

  /** By their place, all of them; by the words, the one that is named first, since others may be listed as allowed. */
  #named(reason: string, places: readonly string[]): readonly string[] {
    const byPlace = this.#sent.filter((field) =>
      places.some((place) => place.split(/[./[\]]/).includes(field)),
    );
    if (byPlace.length > 0) return byPlace;
    const [first] = this.#sent
      .map((field) => ({ field, at: placeIn(reason, field) }))
      .filter(({ at }) => at >= 0)
      .sort((one, other) => one.at - other.at);
    return first ? [first.field] : [];
  }
}

function placeIn(reason: string, field: string): number {
  const at = reason.search(new RegExp(`(?<![\\w-])${field}(?![\\w-])`));
  return at >= 0 ? at : reason.search(ALSO_CALLED[field] ?? /(?!)/);
}

const MOST_KNOWN = 200;
const KNOWN = new Map<string, Instead>();

/** What this session knows of one model of one server: a fact about the server, which no run or workspace owns. */
export function fieldsOf(url: string, model: string): RequestFields {
  const key = `${url}\n${model}`;
  const known = KNOWN.get(key) ?? new Map();
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
  KNOWN.set(key, known);
  return new RequestFields(known);
}
