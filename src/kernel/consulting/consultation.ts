import type { Json, JsonObject } from '#base';
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
  | { readonly kind: 'choice'; readonly ids: readonly string[]; readonly repaired: boolean }
  /** The capability that was chosen is called. */
  | { readonly kind: 'route' }
  /** A model criticises a value, or improves it by that critique; rounds count from 0. */
  | {
      readonly kind: 'critique' | 'improvement';
      readonly goal: string;
      readonly value: Json;
      readonly round: number;
    };

/** Where a node stands that makes calls in a scope of its own (K2), one after another. Plain JSON. */
export interface Consultation {
  readonly topic: Topic;
  /** Null where no model is asked. */
  readonly question: Question | null;
  /** Place in the models that the node may ask, in their order (P5). */
  readonly model: number;
  /** How many calls the attempt has made, the one that is out included: the name of each has it. */
  readonly calls: number;
  /** The leaf of the scope that is open. */
  readonly leaf: NodeOf<'CAPABILITY'>;
}
