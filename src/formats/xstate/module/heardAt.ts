import type { Path } from '../../common/report';
import type { Heard } from './setting';

/** What a function at a place of a configuration hears: events of users, or that an invocation or a state is done. */
export function heardAt(path: Path): Heard {
  const keys = path.split('/').slice(1);
  let at = 0;
  while (keys[at] === 'states' && keys[at + 1] !== undefined) at += 2;
  const [kind, second = '', third = ''] = keys.slice(at);
  if (kind === 'on') return second === '*' || second.startsWith('xstate.') ? 'any' : 'user';
  if (kind === 'onDone') return 'done';
  if (kind !== 'invoke') return 'any';
  const end = /^\d+$/.test(second) ? third : second;
  return end === 'onDone' ? 'done' : end === 'onError' ? 'failed' : 'any';
}
