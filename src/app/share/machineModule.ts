/** The writer of modules is loaded when the first is asked for. */
export { exportMachineModule } from '#formats';
