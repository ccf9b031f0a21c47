import { type Diagnostic, err, problem, type Where } from '#base';

/** Why an edit does not fit the document as it is now. */
export function misfit(
  message: string,
  where: Where = {},
): { readonly ok: false; readonly problem: Diagnostic } {
  return err(problem('EDIT_DOES_NOT_FIT', message, 'The document has changed meanwhile; try again.', where));
}
