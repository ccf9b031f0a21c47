import type { Json } from '#base';
import {
  type Body,
  bodyHash,
  bodyOfMachine,
  draftOf,
  machineDraftOf,
  machineHash,
  NO_TOOLS,
  readBody,
  readMachine,
  type StateMachinePlan,
} from '#plan';
import type { ReadPlan } from '../work';

const READ = new WeakMap<object, ReadPlan | null>();

/**
 * The plan that a value is, in our own form or in that of a reference (P4); null where it is none (L1). Values never change,
 * so each is read and hashed once, although its planner, its executor and the entry of its scope all ask.
 */
export function readPlan(value: Json): ReadPlan | null {
  if (typeof value !== 'object' || value === null) return null;
  const known = READ.get(value);
  if (known !== undefined) return known;
  const body = readBody(value);
  const plan = body.ok ? planOfBody(body.value) : (machineIn(value) ?? planInOtherForm(value));
  READ.set(value, plan);
  return plan;
}

/** What a lone step is, or a plan with a fault, only a planner's reply says (P4): a value like that is no plan. */
function planInOtherForm(value: object & Json): ReadPlan | null {
  const draft = draftOf(value, NO_TOOLS);
  if (draft === null || draft.oneStep || draft.problems.length > 0) return null;
  const body = readBody(draft.body);
  return body.ok ? planOfBody(body.value) : null;
}

function machineIn(value: object & Json): ReadPlan | null {
  const draft = machineDraftOf(value, new Map());
  if (draft === null || draft.problems.length > 0) return null;
  const machine = readMachine(draft.plan);
  return machine.ok ? planOfMachine(machine.value) : null;
}

function planOfBody(body: Body): ReadPlan {
  return { body, hash: bodyHash(body) };
}

function planOfMachine(machine: StateMachinePlan): ReadPlan {
  return { body: bodyOfMachine(machine), machine, hash: machineHash(machine) };
}

/** The plan that a planner has just read and proposed: its verdict is trusted (K5), so its value is not read again. */
export function proposedPlan(value: Json, body: Body, machine?: StateMachinePlan): ReadPlan {
  const plan = machine === undefined ? planOfBody(body) : planOfMachine(machine);
  if (typeof value === 'object' && value !== null) READ.set(value, plan);
  return plan;
}
