import type { JsonObject } from '#base';
import type { Fields } from '../../common/fields';
import { below } from '../../common/report';
import { readFixedCall, readPlugin } from './calls';
import { readIf, readSwitch } from './choices';
import { readIterator, readRetry, readTryCatch } from './containers';
import { decisionOf, readDecision } from './decision';
import { readFork, readForkAndJoin, readJoin } from './fork';
import { readEvaluation, readReflection } from './judging';
import { readEventWait, readFillTemplate, readPlanner, readSubPipeline } from './others';
import { chain, type Piece, sequenceBody, single } from './piece';
import { passedOver, type Reading, shellOf, sourceOf } from './reading';
import { readToolRouter } from './router';

type NodeReader = (reading: Reading, fields: Fields, inherited: number) => Piece;

const READERS: Readonly<Record<string, NodeReader>> = {
  SEQUENCE: readSequence,
  GROUP: readSequence,
  CASE: readSequence,
  PLUGIN: readPlugin,
  IF: readIf,
  SWITCH: readSwitch,
  ITERATOR: readIterator,
  FORK: readFork,
  JOIN: readLoneJoin,
  TRY_CATCH: readTryCatch,
  RETRY: readRetry,
  SUB_PIPELINE: readSubPipeline,
  EVENT_WAIT: readEventWait,
  LLM_DECISION: readFixedCall,
  TOOL_ROUTER: readToolRouter,
  EVALUATION: readEvaluation,
  REFLECTION: readReflection,
  FILL_TEMPLATE: readFillTemplate,
  PLANNER: readPlanner,
};

/** Reads one node of a tree with all that is below it. */
export function readTreeNode(reading: Reading, fields: Fields, inherited: number): Piece {
  const type = fields.peek('type');
  const reader = typeof type === 'string' && Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  return (reader ?? readUnknown)(reading, fields, inherited);
}

/** A JOIN where only one node can stand: what it does in order. */
function readLoneJoin(reading: Reading, fields: Fields, inherited: number): Piece {
  const pieces = readJoin(reading, fields, inherited);
  const whole = chain(pieces);
  if (whole === null) throw new RangeError('a JOIN is a group at least');
  return whole;
}

/** SEQUENCE and GROUP: their children in order. */
function readSequence(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const pieces = readInOrder(reading, fields.objects('children'), shell.startToClose);
  const body = sequenceBody(pieces);
  reading.report.recognised(
    shell.type,
    (body.params as JsonObject).mode === 'SYNC' ? 'GROUP SYNC' : 'GROUP with edges',
  );
  const type = shell.type === 'SEQUENCE' ? {} : { type: shell.type };
  return single({ ...shell.draft, ...body, ...sourceOf(reading, shell, fields, type) });
}

/** Children one after another; a FORK takes the JOIN after it along. */
export function readInOrder(
  reading: Reading,
  children: readonly Fields[],
  startToClose: number,
): readonly Piece[] {
  const pieces: Piece[] = [];
  warnAfterPlanner(reading, children);
  for (let at = 0; at < children.length; at++) {
    const child = children[at];
    const next = children[at + 1];
    if (child === undefined) continue;
    if (child.peek('type') === 'FORK' && next?.peek('type') === 'JOIN') {
      pieces.push(...readForkAndJoin(reading, child, next, startToClose));
      at++;
    } else if (child.peek('type') === 'JOIN') pieces.push(...readJoin(reading, child, startToClose));
    else {
      const cases = decisionOf(child, next);
      pieces.push(
        cases === null
          ? reading.node(child, startToClose)
          : readDecision(reading, child, startToClose, cases),
      );
    }
  }
  return pieces;
}

/** Their workflow stops after the steps of a PLANNER; here what is drawn after it runs (S3). */
function warnAfterPlanner({ report, plan }: Reading, children: readonly Fields[]): void {
  const at = children.findIndex((child) => child.peek('type') === 'PLANNER');
  const next = children[at + 1];
  if (at < 0 || next === undefined) return;
  const message = 'Their engine runs nothing after the steps of a PLANNER; here the nodes after it run.';
  report.warn('AFTER_PLANNER', message, 'Take them out where they must not run.', next.path, { plan });
}

/** HUMAN_STEP is planned there, and asks; a type that nobody knows does nothing there. */
function readUnknown(reading: Reading, fields: Fields, inherited: number): Piece {
  const shell = shellOf(reading, fields, inherited);
  const kept = { type: shell.type };
  if (shell.type === 'HUMAN_STEP') {
    const message = `The HUMAN_STEP "${shell.id}" is planned by their documents, and not run by their engine.`;
    reading.report.warn('TYPE_PLANNED', message, 'Here it asks a person.', below(shell.path, 'type'));
    reading.report.recognised('HUMAN_STEP', 'HUMAN_INPUT');
    const params = { message: String(shell.draft.name ?? shell.id), timeoutMs: null };
    return single({ ...shell.draft, type: 'HUMAN_INPUT', params, ...sourceOf(reading, shell, fields, kept) });
  }
  const message = `"${shell.id}" has the type "${shell.type}", which is none of theirs.`;
  const help = 'Their engine passes it over, with all that is below it; so does this. Correct the type.';
  reading.report.warn('TYPE_UNKNOWN', message, help, below(shell.path, 'type'), {
    plan: reading.plan,
    node: shell.id,
  });
  return single({ ...passedOver(shell), ...sourceOf(reading, shell, fields, kept) });
}
