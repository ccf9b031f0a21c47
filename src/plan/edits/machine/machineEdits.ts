import type { DelayedTransition, EventTransition, State, Transition } from '../../schema/stateMachine';

import type { Place } from '../../schema/workspace';

/** A transition of any list. */
export type AnyTransition = EventTransition | DelayedTransition | Transition;

/** Where a transition is: of which state (null is the machine itself), and written where in it (`/on/0`). */
export interface TransitionRef {
  readonly state: string | null;
  readonly path: string;
}

/** Puts a state, with all that is inside it, into another, or into the machine itself (null). */
export interface AddState {
  readonly edit: 'add-state';
  readonly plan: string;
  readonly into: string | null;
  /** Place in document order; at the end when left out. */
  readonly index?: number;
  readonly state: State;
  readonly place?: Place;
}

/**
 * Removes states with all that is inside them, their places, and what names them: transitions that lead to them only,
 * initial states, `defaultNext`. Nothing is led elsewhere.
 */
export interface RemoveStates {
  readonly edit: 'remove-states';
  readonly plan: string;
  readonly states: readonly string[];
}

/** Puts a state in place of another, in the same place; under a new id all that names it, and its place, follow. */
export interface UpdateState {
  readonly edit: 'update-state';
  readonly plan: string;
  readonly state: string;
  readonly to: State;
}

/** Moves a state in document order, or into another. Transitions stay: they lead by id. */
export interface MoveState {
  readonly edit: 'move-state';
  readonly plan: string;
  readonly state: string;
  readonly into: string | null;
  /** Its place in the target, counted without the state itself; at the end when left out. */
  readonly index?: number;
}

/** Adds a transition to a list of a state: `/on`, `/always`, `/after`, `/onDone`, `/invoke/0/onDone`. */
export interface AddTransition {
  readonly edit: 'add-transition';
  readonly plan: string;
  readonly state: string | null;
  readonly list: string;
  /** Its priority: 0 is looked at first; the last when left out. */
  readonly index?: number;
  readonly transition: AnyTransition;
}

/** Puts a transition in place of another. */
export interface UpdateTransition extends TransitionRef {
  readonly edit: 'update-transition';
  readonly plan: string;
  readonly to: AnyTransition;
}

/** Removes transitions; the labels of those that remain keep their places. */
export interface RemoveTransitions {
  readonly edit: 'remove-transitions';
  readonly plan: string;
  readonly transitions: readonly TransitionRef[];
}

/** Gives a transition another priority in its list. */
export interface MoveTransition extends TransitionRef {
  readonly edit: 'move-transition';
  readonly plan: string;
  readonly index: number;
}

/** What changes a state machine. Their inverse is the plan's old content (`update-plan`) and its old places. */
export type MachineEdit =
  | AddState
  | RemoveStates
  | UpdateState
  | MoveState
  | AddTransition
  | UpdateTransition
  | RemoveTransitions
  | MoveTransition;
