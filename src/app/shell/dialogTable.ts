import { COMMAND_DIALOGS } from '../commands/dialogs';
import { DESIGN_DIALOGS } from '../design/dialogs';
import { HELP_DIALOGS } from '../help/dialogs';
import { HISTORY_DIALOGS } from '../history/dialogs';
import { LIBRARY_DIALOGS } from '../library/dialogs';
import { PIN_DIALOGS } from '../pins/dialogs';
import { PROPOSAL_DIALOGS } from '../proposal/dialogs';
import { PROVING_DIALOGS } from '../proving/dialogs';
import { RUN_DIALOGS } from '../run/dialogs';
import { SETTINGS_DIALOGS } from '../settings/dialogs';
import { SHARE_DIALOGS } from '../share/dialogs';
import type { DialogTable } from '../state/dialogs';
import { TRY_DIALOGS } from '../trial/dialogs';
import { PHONE_DIALOGS } from './phone/dialogs';

/** The dialogs of all features. Each is loaded when it is first opened. */
export const DIALOGS: DialogTable = {
  ...COMMAND_DIALOGS,
  ...DESIGN_DIALOGS,
  ...HELP_DIALOGS,
  ...HISTORY_DIALOGS,
  ...LIBRARY_DIALOGS,
  ...PHONE_DIALOGS,
  ...PIN_DIALOGS,
  ...PROPOSAL_DIALOGS,
  ...PROVING_DIALOGS,
  ...TRY_DIALOGS,
  ...RUN_DIALOGS,
  ...SETTINGS_DIALOGS,
  ...SHARE_DIALOGS,
};
