export {
  type Codec,
  type Exported,
  type Exporter,
  type Importer,
  type ImportOutcome,
  type Kept,
  type Likeness,
  type Recognised,
  textOfExport,
} from './common/codec';

export { IdMint } from './common/mintIds';

export { damageIn } from './damaged';
export { exportEngine } from './engine/exportEngine';
export { importEngine } from './engine/importEngine';
export { exportOlo } from './olo/exportOlo';
export { importOlo } from './olo/importOlo';
export { type OloRunInput, readOloRunInput } from './olo/read/runInput';
export { refuseOtherTool } from './otherTools';
export { exportPlannerPlan } from './planner-plan/exportPlannerPlan';
export { importPlannerPlan } from './planner-plan/importPlannerPlan';
export { FORMAT_IDS, FORMATS, type FormatId, formatOf, recognise } from './registry';
export { exportStateMachine } from './state-machine/exportStateMachine';
export { importStateMachine } from './state-machine/importStateMachine';
export { exportSteps } from './steps/exportSteps';
export { importSteps } from './steps/importSteps';
export { canonicalMachine } from './xstate/canonical';
export { exportMachineModule, type MachineModule } from './xstate/exportModule';
export { exportXState } from './xstate/exportXState';
export { importXState } from './xstate/importXState';
