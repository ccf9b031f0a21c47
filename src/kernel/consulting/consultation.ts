import type { JsonObject } from '#base';
import type { NodeOf } from '#plan';

/** What a model is asked, whichever it is: with the model's id the input of `model.generate`. */
export interface Question {
  readonly system: string;
  readonly prompt: string;
  /** JSON Schema of the answer; absent where the answer is text. */
  readonly schema?: JsonObject;
}

/** What a call inside a node is for. */
export type Topic =
  /** A model chooses one of some ids; one that names none of them is asked again once (L1). */
  { readonly kind: 'choice'; readonly ids: readonly string[]; readonly repaired: boolean };

/** Where a node stands that asks models in a scope of its own (K2), one call after another. Plain JSON. */
export interface Consultation {
  readonly topic: Topic;
  readonly question: Question;
  /** Place in the models that the node may ask, in their order (P5). */
  readonly model: number;
  /** How many calls the attempt has made, the one that is out included: the name of each has it. */
  readonly calls: number;
  /** The leaf of the scope that is open. */
  readonly leaf: NodeOf<'CAPABILITY'>;
}
