// The kernel as `npm run bench` drives it, sealed, with the whole ledger kept in memory.
import { chain, drive, fanOut, loop } from '../../../dist/peers/planloom.js';
import { measure } from './measure.mjs';

const runner = (plan) => () => drive(plan, true);

await measure({
  chain: (n) => runner(chain(n)),
  fanOut: (n) => runner(fanOut(n)),
  loop: (n) => runner(loop(n)),
});
