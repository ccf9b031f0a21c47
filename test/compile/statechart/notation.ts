import type { Json, JsonObject } from '#base';
import {
  type CompiledMachine,
  compileMachine,
  type GuardAnswers,
  type MachineEvent,
  type MachineTurn,
  persistStanding,
  restoreStanding,
  sendToMachine,
  startMachine,
} from '#compile';
import { readPlan, type StateMachinePlan } from '#plan';

/** A plan out of what matters of it; the schema is asked, so that no test says what no document can say. */
export function machinePlan(fields: JsonObject): StateMachinePlan {
  const read = readPlan({ id: 'flow', kind: 'state-machine', ...fields });
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  if (read.value.kind !== 'state-machine') throw new Error('no state machine');
  return read.value;
}

export function compiled(fields: JsonObject): CompiledMachine {
  const machine = compileMachine(machinePlan(fields));
  if (!machine.ok) throw new Error(JSON.stringify(machine.problem));
  return machine.value;
}

/** A machine on its way: every event is taken by a standing that has been through JSON as well. */
export class Walk {
  turn: MachineTurn;

  constructor(
    readonly machine: CompiledMachine,
    variables: JsonObject = {},
    private readonly guards: GuardAnswers = {},
    goalData: Json = null,
  ) {
    this.turn = startMachine(machine, { variables, goalData, guards });
  }

  send(event: string | MachineEvent, data: Json = null): this {
    const heard: MachineEvent = typeof event === 'string' ? { kind: 'user', type: event, data } : event;
    const { standing } = this.turn;
    const again = restoreStanding(JSON.parse(JSON.stringify(persistStanding(standing))));
    this.turn = sendToMachine(this.machine, standing, heard, this.guards);
    const other = sendToMachine(this.machine, again, heard, this.guards);
    const one = JSON.stringify([persistStanding(this.turn.standing), this.turn.effects]);
    const two = JSON.stringify([persistStanding(other.standing), other.effects]);
    if (one !== two) throw new Error(`restored, it goes another way:\n${one}\n${two}`);
    return this;
  }

  get value(): Json {
    return this.turn.standing.value;
  }

  /** Effects as short lines. */
  get lines(): readonly string[] {
    return this.turn.effects.map(line);
  }

  variable(id: string): Json | undefined {
    return this.turn.standing.variables.get(id);
  }
}

export function line({ kind, ...rest }: MachineTurn['effects'][number]): string {
  return `${kind} ${Object.values(rest)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' ')}`;
}
