import type { Editor } from '../editor';

/** What was undone cannot be made again: after this the document is the newest there is. */
export function forgetRedo({ document }: Editor): void {
  const { history } = document.getState();
  document.setState({ history: { ...history, future: [] } });
}
