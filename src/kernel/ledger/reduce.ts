import type { Command } from '../command';
import type { Entry } from '../entry';
import type { Fact, LedgerDetail, PlanAttempt } from '../fact';
import { type Commit, seal } from './ledger';

/**
 * S2: a ledger to hand on, with less in it, sealed anew; its first fact names the hash of the last commit of the full one.
 * It shows what ran, when and how it ended, and no longer replays.
 *
 * - `outputs`: without what went in: the input of the run and of its nodes, prompts, raw replies, memory.
 * - `plan`: also without what came out: results, variables, answers, payloads, and the words of errors.
 *
 * Names, plans and conditions stay as their authors wrote them, the values in them too.
 */
export function reduceLedger(
  commits: readonly Commit[],
  detail: Exclude<LedgerDetail, 'full'>,
): readonly Commit[] {
  const head = commits.at(-1)?.hash;
  const reduced: Commit[] = [];
  for (const { at, fact, entries } of commits) {
    const less = withoutInputs(fact);
    const start =
      less.type === 'run.started' && head !== undefined ? { ...less, reduced: { detail, head } } : less;
    const kept = entries.map((entry) =>
      detail === 'plan' ? withoutResult(withoutInput(entry)) : withoutInput(entry),
    );
    const draft = { at, fact: detail === 'plan' ? withoutResults(start) : start, entries: kept };
    reduced.push(seal(reduced.at(-1) ?? null, draft));
  }
  return reduced;
}

function withoutInputs(fact: Fact): Fact {
  switch (fact.type) {
    case 'run.started': {
      const { reuse: _reuse, inputFiles: _files, ...rest } = fact;
      return { ...rest, input: {}, labels: {} };
    }
    case 'plan.replied': {
      const { inject: _inject, ...rest } = fact;
      return { ...rest, attempt: withoutWords(fact.attempt) };
    }
    case 'plan.step': {
      const { text: _text, ...rest } = fact;
      return rest;
    }
    case 'effect.succeeded': {
      const { reasoning: _reasoning, refusedFields: _refused, ...rest } = fact;
      return rest;
    }
    case 'effect.failed': {
      const { reply: _reply, reasoning: _reasoning, refusedFields: _refused, ...rest } = fact;
      return rest;
    }
    default:
      return fact;
  }
}

function withoutWords({
  trace: _trace,
  reasoning: _reasoning,
  refusedFields: _refused,
  leftOut: _leftOut,
  ...attempt
}: PlanAttempt): PlanAttempt {
  return { ...attempt, prompt: null, reply: null, parameters: {} };
}

function withoutResults(fact: Fact): Fact {
  switch (fact.type) {
    case 'effect.succeeded':
      return { ...fact, result: null };
    case 'effect.failed':
      return { ...fact, error: { code: fact.error.code, message: '' } };
    case 'answer.given':
      return { ...fact, value: null };
    case 'signal.received':
      return { ...fact, data: null };
    case 'run.resumed': {
      const { input: _input, ...rest } = fact;
      return rest;
    }
    case 'effect.settled':
      return fact.as.kind === 'done' ? { ...fact, as: { kind: 'done', result: null } } : fact;
    default:
      return fact;
  }
}

function withoutInput(entry: Entry): Entry {
  switch (entry.kind) {
    case 'node.started':
      return { ...entry, data: {} };
    case 'command':
      return { ...entry, data: { command: withoutGiven(entry.data.command) } };
    default:
      return entry;
  }
}

function withoutGiven(command: Command): Command {
  switch (command.kind) {
    case 'call': {
      const { again: _again, ...rest } = command;
      return { ...rest, input: null };
    }
    case 'observe':
      return { ...command, input: null };
    case 'evaluate':
      return { ...command, variables: {} };
    case 'plan':
      return { ...command, goal: '', prompt: null, memory: {}, variables: {}, text: null, repair: null };
    default:
      return command;
  }
}

function withoutResult(entry: Entry): Entry {
  switch (entry.kind) {
    case 'run.completed':
      return { ...entry, data: { outputs: {} } };
    case 'run.failed':
      return { ...entry, data: { error: { code: entry.data.error.code, message: '' } } };
    case 'node.succeeded': {
      const { result: _result, handled, ...rest } = entry.data;
      const silent = handled === undefined ? {} : { handled: { code: handled.code, message: '' } };
      return { ...entry, data: { ...rest, ...silent } };
    }
    case 'node.failed':
    case 'node.retrying': {
      const error = { code: entry.data.error.code, message: '' };
      return entry.kind === 'node.failed'
        ? { ...entry, data: { ...entry.data, error } }
        : { ...entry, data: { ...entry.data, error } };
    }
    case 'node.waiting': {
      const { message: _message, ...rest } = entry.data;
      return { ...entry, data: rest };
    }
    case 'variable.written':
      return { ...entry, data: { ...entry.data, value: null } };
    case 'variable.layered':
      return { ...entry, data: { ...entry.data, value: null } };
    case 'signal.taken':
      return { ...entry, data: { event: entry.data.event } };
    case 'event.published':
    case 'event.emitted':
      return entry.kind === 'event.published'
        ? { ...entry, data: { ...entry.data, data: null } }
        : { ...entry, data: { ...entry.data, data: null } };
    case 'machine.result':
      return { ...entry, data: { ...entry.data, value: null } };
    case 'machine.log':
      return { ...entry, data: { message: null } };
    case 'machine.resumed':
      return { ...entry, data: { input: null } };
    case 'command':
      return entry.data.command.kind === 'wait'
        ? { ...entry, data: { command: { ...entry.data.command, message: '' } } }
        : entry;
    default:
      return entry;
  }
}
