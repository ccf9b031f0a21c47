export {
  type Exported,
  type Exporter,
  FORMAT_IDS,
  type FormatId,
  type Importer,
  type ImportOutcome,
  type Kept,
  type LateImporter,
  type Recognised,
} from './common/contract';
export { IdMint } from './common/mintIds';
export { textOfExport } from './common/textOfExport';
export { damageIn } from './damaged';
export { exportEngine } from './engine/exportEngine';
export { importEngine } from './engine/importEngine';
export { exportOlo } from './olo/exportOlo';
export { importOlo } from './olo/importOlo';
export { type OloRunInput, readOloRunInput } from './olo/read/runInput';
export { refuseOtherTool } from './otherTools';
export { exportPlannerPlan } from './planner-plan/exportPlannerPlan';
export { importPlannerPlan } from './planner-plan/importPlannerPlan';
export { recognise } from './recognise';
export { exportStateMachine } from './state-machine/exportStateMachine';
export { importStateMachine } from './state-machine/importStateMachine';
export { exportSteps } from './steps/exportSteps';
export { importSteps } from './steps/importSteps';
export { canonicalMachine } from './xstate/canonical';
export { exportMachineModule, type MachineModule } from './xstate/exportModule';
export { exportXState } from './xstate/exportXState';
export { importXState } from './xstate/importXState';
