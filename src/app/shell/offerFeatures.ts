import { offerCommands, offerPages } from '../commands/give';
import { DESIGN_COMMANDS } from '../design/designCommands';
import { PIN_COMMANDS } from '../pins/pinCommands';
import { PROPOSAL_COMMANDS } from '../proposal/proposalCommands';
import { PROVING_COMMANDS } from '../proving/provingCommands';
import { RUN_COMMANDS } from '../run/runCommands';
import { TRY_COMMANDS } from '../trial/tryCommands';
import { WHAT_IF_COMMANDS } from '../whatif/whatIfCommands';

/** What features offer by name: a command of a new feature is in its own table, and that table here. */
export function offerFeatures(): void {
  offerCommands({
    ...DESIGN_COMMANDS,
    ...PIN_COMMANDS,
    ...PROVING_COMMANDS,
    ...PROPOSAL_COMMANDS,
    ...RUN_COMMANDS,
    ...TRY_COMMANDS,
    ...WHAT_IF_COMMANDS,
  });
  offerPages(async () => {
    const { HELP_PAGES, PATTERN_PAGES } = await import('../help/pages');
    return [...HELP_PAGES, ...PATTERN_PAGES];
  });
}
