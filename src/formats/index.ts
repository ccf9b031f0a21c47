export {
  type Codec,
  type Exported,
  type Exporter,
  type Importer,
  type ImportOutcome,
  type Kept,
  type Recognised,
  textOfExport,
} from './common/codec';

export { exportEngine } from './engine/exportEngine';
export { importEngine } from './engine/importEngine';
export { readOloRunInput } from './olo/codec';
export { exportOlo } from './olo/exportOlo';
export { importOlo } from './olo/importOlo';
export { exportPlannerPlan, importPlannerPlan } from './planner-plan/plannerPlan';
export { damageIn, refuseOtherTool } from './refusals';

export { FORMAT_IDS, FORMATS, type FormatId, formatOf, recognise } from './registry';
export { exportStateMachine } from './state-machine/exportStateMachine';
export { importStateMachine } from './state-machine/importStateMachine';
export { exportSteps, importSteps } from './steps/steps';

export { canonicalMachine } from './xstate/canonical';
export { exportMachineModule } from './xstate/exportModule';
export { exportXState } from './xstate/exportXState';
export { importXState } from './xstate/importXState';
