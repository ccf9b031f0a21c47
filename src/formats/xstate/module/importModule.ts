import { isJsonObject, type JsonObject, LIMITS, notJsonAt, sizeText, utf8Length, type Where } from '#base';
import { forbiddenKeys, jsonWarnings } from '#plan';
import type { ImportOutcome } from '../../common/contract';
import { ImportReport, type Path } from '../../common/report';
import { type FoundMachine, workspaceOf } from '../workspaceOf';
import { stateOf } from './configOf';
import { ContextTypes } from './contextTypes';
import { type MachineCall, machinesIn, oldMachineIn } from './findMachines';
import { noteThrowing } from './guardOf';
import { implementationsOf, membersOf } from './implementationsOf';
import { ModuleReading } from './moduleReading';
import { ModuleText } from './moduleText';
import { isCompiledPlan, ourConfig, ourPlan } from './ourModule';
import { parseModule } from './parseModule';
import { numbersIn } from './syntax';

/** The machines that a module writes out as literals. The module is parsed, and no line of it is run (M6, T3). */
export function importModule(source: string): ImportOutcome {
  const report = new ImportReport();
  if (utf8Length(source) > LIMITS.plannerReplyBytes) {
    report.error(
      'FILE_TOO_LARGE',
      `A module may have ${sizeText(LIMITS.plannerReplyBytes)} of text.`,
      'Import JSON.stringify(machine.config) instead.',
      '',
    );
    return report.refused();
  }
  const program = parseModule(source);
  if (!program.ok) {
    report.add(program.problem);
    return report.refused();
  }
  const module = new ModuleText(source, program.value);
  for (const number of numbersIn(program.value))
    for (const lost of jsonWarnings(number.written))
      report.add({ ...lost, where: module.whereOf(number.node) });
  const machines = foundIn(module, report);
  const old = machines.length === 0 ? oldMachineIn(module) : null;
  if (old !== null)
    report.error(
      'XSTATE_VERSION_4',
      'The module calls Machine(…), a word of XState v4.',
      'In v5 it is createMachine({…}): change the module to v5 and import it again.',
      '',
      module.whereOf(old),
    );
  else if (machines.length === 0 && !report.hasErrors)
    report.error(
      'XSTATE_NO_MACHINE',
      'The module has no createMachine({…}) with a literal.',
      'Give the module that calls createMachine or setup(…).createMachine, or the configuration as JSON.',
      '',
    );
  if (module.isSpent)
    report.error(
      'XSTATE_TOO_LARGE',
      'The module repeats its constants too often to be read.',
      'Import JSON.stringify(machine.config) instead.',
      '',
    );
  return report.hasErrors ? report.refused() : workspaceOf(machines, report);
}

function foundIn(module: ModuleText, report: ImportReport): readonly FoundMachine[] {
  if (isCompiledPlan(module)) {
    report.error(
      'XSTATE_COMPILED',
      'The module is a capability plan that was compiled: it holds its steps and the rules that run them, no machine.',
      'Import the workspace that it was made from. A state machine is written as a module by export --to xstate-ts.',
      '',
    );
    return [];
  }
  const calls = machinesIn(module);
  const names = new Set(calls.flatMap(({ name }) => (name === null ? [] : [name])));
  return calls.map((call) => {
    const reading = new ModuleReading(module, report, new ContextTypes(module, call.config), call.config);
    const whereOf = (path: Path): Where => reading.whereOf(path);
    return report.placed(whereOf, () => ({ ...machineIn(reading, call, names), whereOf }));
  });
}

function machineIn(
  reading: ModuleReading,
  { name, config, implementations }: MachineCall,
  names: ReadonlySet<string>,
): FoundMachine {
  const { module, report } = reading;
  const guards = implementations.flatMap((object) => membersOf(reading, object, 'guards'));
  noteThrowing(reading, guards);
  const ours = ourConfig(module, config);
  const read = sound(stateOf(reading, ours ?? config, ''), report);
  const plan = ours === null ? null : ourPlan(module, read);
  if (plan === 'edited') report.warn('XSTATE_EDITED', ...EDITED, '');
  return {
    name,
    config: read,
    implementations: implementationsOf(reading, implementations, names),
    plan: plan === 'edited' ? null : plan,
  };
}

const EDITED = [
  'The machine is not the one any more that was exported: what XState has no word for is not read back.',
  'Compare it with the plan that it was exported from: names, outputs, responders, and what guards and delays stand for.',
] as const;

/** The same limits as for JSON: depth, and keys that would touch a prototype (case C1, C5). */
function sound(config: JsonObject, report: ImportReport): JsonObject {
  const offence = notJsonAt(config, LIMITS.jsonDepth);
  if (offence !== null)
    report.error(
      'NOT_JSON',
      `The machine is more than ${LIMITS.jsonDepth} levels deep.`,
      'Take it apart.',
      offence,
    );
  for (const problem of offence === null ? forbiddenKeys(config) : []) report.add(problem);
  return isJsonObject(config) ? config : {};
}
