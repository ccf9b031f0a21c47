import { type Diagnostic, didYouMean, problem, type Where } from '#base';
import { compileCondition, namesAskedIn } from '../../expressions/condition';
import { compileExpression, type Expression, placeOfName } from '../../expressions/expression';
import { isReservedName } from '../../expressions/references';
import { compileTemplate } from '../../expressions/template';
import { typeProblem, typeProblemOfCondition, type VariableType } from '../../expressions/types';
import { fieldsOfOwner } from '../../graph/fieldsOf';
import { reachableFrom } from '../../graph/order';
import { expressionsIn } from '../texts';
import { certainTypes, typesDoNotFit } from '../types';
import { type MachineRule, type MachineSubject, type MachineText, machineTexts } from './machineSubject';

/** V3: conditions, expressions and templates can be read; each problem with its place. */
export const machineTextsAreReadable: MachineRule = (subject) =>
  machineTexts(subject).flatMap((text) => {
    const place = (field = '', offset = 0): Where => ({
      ...subject.at(text.owner, `${text.field}${field}`),
      offset,
    });
    if (text.kind === 'template') {
      const read = compileTemplate(text.value);
      return read.ok
        ? []
        : read.problem.map((one) => ({ ...one, where: place(one.where.field, one.where.offset) }));
    }
    const read = (text.kind === 'condition' ? compileCondition : compileExpression)(String(text.value));
    return read.ok ? [] : [{ ...read.problem, where: place('', read.problem.where.offset) }];
  });

/** V1, M1: what is read and written is declared. */
export const machineNamesAreDeclared: MachineRule = (subject) => [
  ...eachExpression(subject, ({ expression, text, place }) =>
    [...expression.references.variables]
      .filter((name) => !isKnown(name, subject) && !text.sees.includes(name))
      .map((name) => undeclared(name, subject, place(placeOfName(expression, name)))),
  ),
  ...subject.owners.flatMap(({ id, node }) =>
    fieldsOfOwner(node).flatMap(({ is, value, path }) =>
      is !== 'writes' || isKnown(String(value), subject)
        ? []
        : [undeclared(String(value), subject, subject.at(id, path.slice(0, path.lastIndexOf('/'))))],
    ),
  ),
  ...subject.plan.variables.flatMap(({ id }, index) => {
    if (!isReservedName(id) && !WORDS.has(id)) return [];
    const message = `A variable cannot be named "${id}": expressions know that word already.`;
    const where = subject.at(null, `/variables/${index}/id`);
    return [problem('VARIABLE_NAME_RESERVED', message, 'Choose another name.', where)];
  }),
];

/** M1, M6: the states and guards that conditions ask for are there, and no guard asks itself. */
export const machineNamesAreAsked: MachineRule = (subject) =>
  eachExpression(subject, ({ expression, text, place }) =>
    text.kind !== 'condition'
      ? []
      : namesAskedIn(expression).flatMap(({ by, name, offset }) =>
          name === null ? [] : asked(by, name, subject, place(offset)),
        ),
  );

/** Case D1: guards that ask each other have no answer. */
export const guardsEnd: MachineRule = ({ plan, at }) => {
  const guards = plan.guards ?? [];
  const asks = new Map(
    guards.map(({ name, when }) => {
      const read = compileCondition(when);
      const names = read.ok ? namesAskedIn(read.value).filter(({ by }) => by === 'guard') : [];
      return [name, names.flatMap((one) => one.name ?? [])] as const;
    }),
  );
  return guards.flatMap(({ name }, index) => {
    if (!reachableFrom(asks, [name]).has(name)) return [];
    const help = 'Write one of the conditions without it.';
    return [
      problem('GUARD_CYCLE', `The guard "${name}" asks itself.`, help, at(null, `/guards/${index}/when`)),
    ];
  });
};

/** V3: types of inputs are certain. */
export const machineTypesFit: MachineRule = (subject) => {
  const types: ReadonlyMap<string, VariableType> = certainTypes(subject.plan.variables);
  return eachExpression(subject, ({ expression, text, place }) => {
    const check = text.kind === 'condition' ? typeProblemOfCondition : typeProblem;
    const found = check(expression.source, types);
    return found === null ? [] : [typesDoNotFit(expression.source, found, place(found.offset))];
  });
};

const WORDS = new Set(['event', 'results', 'goal_data', 'params', 'result']);

interface Placed {
  readonly expression: Expression;
  readonly text: MachineText;
  /** @param offset in the expression */
  place(offset: number): Where;
}

function eachExpression(
  subject: MachineSubject,
  look: (placed: Placed) => readonly Diagnostic[],
): readonly Diagnostic[] {
  return machineTexts(subject).flatMap((text) =>
    expressionsIn(text).flatMap(({ source, field, offset }) => {
      const read = (text.kind === 'condition' ? compileCondition : compileExpression)(source);
      if (!read.ok) return [];
      const where = subject.at(text.owner, `${text.field}${field}`);
      return look({ expression: read.value, text, place: (at) => ({ ...where, offset: offset + at }) });
    }),
  );
}

function isKnown(name: string, { plan }: MachineSubject): boolean {
  return name.startsWith('__') || plan.variables.some(({ id }) => id === name);
}

function undeclared(name: string, { plan }: MachineSubject, where: Where): Diagnostic {
  const ids = plan.variables.map(({ id }) => id);
  const hint = didYouMean(name, ids);
  const help = `${hint}Declare it in the plan's variables, or correct the name.`;
  return problem('VARIABLE_UNDECLARED', `There is no variable "${name}".`, help, where);
}

function asked(
  by: 'inState' | 'guard',
  name: string,
  { byId, plan }: MachineSubject,
  where: Where,
): readonly Diagnostic[] {
  if (by === 'inState') {
    if (byId.has(name)) return [];
    const help = `${didYouMean(name, byId.keys())}Name a state of this machine.`;
    return [problem('STATE_UNKNOWN', `There is no state "${name}".`, help, where)];
  }
  const guards = (plan.guards ?? []).map((guard) => guard.name);
  if (guards.includes(name)) return [];
  const help = `${didYouMean(name, guards)}Give it a condition in the machine's "guards"; a simulation asks for it.`;
  return [problem('GUARD_UNKNOWN', `The guard "${name}" is only a name.`, help, where)];
}
