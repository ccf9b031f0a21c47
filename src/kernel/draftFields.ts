import type { Address, Json, JsonObject, PersistentMap } from '#base';
import type { Budget, RunError, RunStarted } from './fact';
import { FrameTable } from './frameTable';
import type { Mutexes } from './mutex';
import type { NodeRef } from './nodeRef';
import { ReadyQueue } from './readyQueue';
import type { Gate, Held, OpenCommand, Proposal, RunPhase, RunState, Signal, Spent } from './state';

/** The fields of a run's state while one fact is applied: taken from a state, replaced as it goes on, put into the next. */
export class DraftFields {
  readonly start: RunStarted;
  phase: RunPhase;
  gate: Gate;
  readonly frames: FrameTable;
  commands: PersistentMap<OpenCommand>;
  waits: PersistentMap<Address>;
  variables: PersistentMap<Json>;
  signals: readonly Signal[];
  pendingOn: readonly string[];
  machines: readonly NodeRef[];
  mutexes: Mutexes;
  held: readonly Held[];
  due: readonly Address[];
  uncertain: number;
  calls: number;
  plannerCalls: PersistentMap<number>;
  spent: Spent;
  budget: Budget;
  dynamicSteps: number;
  proposals: PersistentMap<Proposal>;
  outputs: JsonObject;
  error: RunError | null;
  readonly ready: ReadyQueue;
  serial: number;

  constructor(state: RunState) {
    this.start = state.start;
    this.phase = state.phase;
    this.gate = state.gate;
    this.frames = new FrameTable(state.frames);
    this.commands = state.commands;
    this.waits = state.waits;
    this.variables = state.variables;
    this.signals = state.signals;
    this.pendingOn = state.pendingOn;
    this.machines = state.machines;
    this.mutexes = state.mutexes;
    this.held = state.held;
    this.due = state.due;
    this.uncertain = state.uncertain;
    this.calls = state.calls;
    this.plannerCalls = state.plannerCalls;
    this.spent = state.spent;
    this.budget = state.budget;
    this.dynamicSteps = state.dynamicSteps;
    this.proposals = state.proposals;
    this.outputs = state.outputs;
    this.error = state.error;
    this.ready = new ReadyQueue(state.ready, (frame) => this.frames.has(frame));
    this.serial = state.serial;
  }

  finish(): RunState {
    return {
      start: this.start,
      phase: this.phase,
      gate: this.gate,
      frames: this.frames.finish(),
      commands: this.commands,
      waits: this.waits,
      variables: this.variables,
      ready: this.ready.toSorted(),
      signals: this.signals,
      pendingOn: this.pendingOn,
      machines: this.machines,
      mutexes: this.mutexes,
      held: this.held,
      due: this.due,
      uncertain: this.uncertain,
      serial: this.serial,
      calls: this.calls,
      plannerCalls: this.plannerCalls,
      spent: this.spent,
      budget: this.budget,
      dynamicSteps: this.dynamicSteps,
      proposals: this.proposals,
      outputs: this.outputs,
      error: this.error,
    };
  }
}
