/** The one dialog that is open. Each is loaded when it is first asked for. */
export function Dialogs() {
  return null;
}
