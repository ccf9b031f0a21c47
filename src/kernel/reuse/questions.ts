import { type Address, canonicalJson, type Hash, hashText, withCall, withoutAttempt } from '#base';
import type { Command, PlanCommand } from '../command';
import type { Closure } from '../fact';

/** Where a command asks, whichever attempt it is: `/look#2` is `/look`, `/plan!2` stays. */
export function placeOf(address: Address): Address {
  const call = address.indexOf('!');
  const place = withoutAttempt(address);
  return call < 0 ? place : withCall(place, address.slice(call + 1));
}

/** K6: whether it may change something outside, so that doing it twice could matter. */
export function leavesATrace(command: Command): boolean {
  return (
    command.kind === 'call' && command.effect !== 'pure' && command.effect !== 'read' && !command.idempotent
  );
}

/**
 * What a command asks for, as a hash: the definition of what is called, and the resolved input (K8). Null for commands
 * whose answers are not served: timeouts, and approvals, which hold for one run (T7).
 */
export function keyOf(command: Command, closure: Closure): Hash | null {
  switch (command.kind) {
    case 'call': {
      const { capability, input } = command;
      return hashed(['call', closure.capabilities.find(({ id }) => id === capability) ?? capability, input]);
    }
    case 'evaluate':
      return hashed(['evaluate', command.expression, command.variables]);
    case 'plan':
      return hashed(['plan', questionOf(command), ...definitionsOf(command, closure)]);
    case 'wait': {
      const { message, schema, decisions } = command;
      if (command.for === 'resume') return keyOfResume(command.address);
      return command.for === 'answer' ? hashed(['wait', message, schema, decisions]) : null;
    }
    case 'timer':
      return command.purpose === 'delay' || command.purpose === 'until'
        ? hashed(['delay', timeOf(command)])
        : null;
    default:
      return null;
  }
}

/** A wait for signals is answered by one of them: what was asked is that signal. */
export function keyOfSignal(event: string): Hash {
  return hashed(['listen', event]);
}

/** A machine that has paused is resumed in the state where it has (M4). */
export function keyOfResume(address: Address): Hash {
  return hashed(['resume', placeOf(address)]);
}

function timeOf(timer: Extract<Command, { kind: 'timer' }>): number | string {
  return timer.purpose === 'until' ? timer.until : timer.afterMs;
}

/** All of it but where it asks. */
function questionOf({ address: _address, ...question }: PlanCommand): object {
  return question;
}

/** The documents that it names. */
function definitionsOf({ prompt, use, model, tools }: PlanCommand, closure: Closure): readonly unknown[] {
  const named = typeof prompt === 'object' ? prompt?.prompt : undefined;
  const allowed = new Set(tools);
  return [
    closure.prompts.find(({ id }) => id === named),
    closure.planners.find(({ id }) => id === use),
    closure.models.find(({ id }) => id === model),
    closure.capabilities.filter(({ id }) => allowed.has(id)),
  ];
}

/** Members that are undefined are left out, as a ledger leaves them out. */
function hashed(question: readonly unknown[]): Hash {
  return hashText(canonicalJson(JSON.parse(JSON.stringify(question))));
}
