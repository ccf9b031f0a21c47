import type { Json } from '#base';
import { indexed } from '../addresses';
import { openScope } from '../scopes';
import { attempting, beginContainer, fail, isFinalError, succeed, waitAfter, waitToRetry } from '../settle';
import { type Behaviour, type Run, say, type Turn } from '../state';
import { Failed, holds, insideOf, keep } from '../values';

/** LOOP: `while` is tested before, `until` after each round (L1, L9). */
export const LOOP: Behaviour = {
  start(run, turn) {
    beginContainer(run, turn);
    nextRound(run, turn, null);
  },
  ended(run, turn, scope) {
    attempting(run, turn, () => {
      const { until } = turn.node.params ?? {};
      if (until === undefined || !holds(insideOf(turn, scope.locals), until))
        nextRound(run, turn, scope.value);
      else succeed(run, turn, { result: scope.value });
    });
  },
  failed: (run, turn, _scope, error) => fail(run, turn, error),
};

function nextRound(run: Run, turn: Turn, value: Json): void {
  const { params, body = { nodes: [], edges: [] } } = turn.node;
  const slot = turn.opened++;
  const locals = params?.indexVariable ? { [params.indexVariable]: slot } : {};
  const asks = params?.while === undefined || holds(insideOf(turn, locals), params.while);
  const isLimit = slot === params?.maxIterations;
  if (asks && isLimit) throw new Failed('LOOP_LIMIT', 'A test asks for more.');
  if (!asks) succeed(run, turn, { result: value });
  else openScope(run, turn, { part: 'round', address: indexed(turn, slot), body, slot, locals });
}

/** RETRY: a failed round's writes are dropped (R12). */
export const RETRY: Behaviour = {
  start(run, turn) {
    beginContainer(run, turn);
    openRound(run, turn);
  },
  ended(run, turn, scope) {
    if (scope.layer) keep(run, turn, scope.layer);
    succeed(run, turn, { result: scope.value });
  },
  failed(run, turn, _scope, error) {
    const retry = { maxAttempts: 3, ...turn.node.params };
    if (turn.opened >= retry.maxAttempts || isFinalError(error, retry.nonRetryable)) {
      fail(run, turn, error);
      return;
    }
    const afterMs = waitAfter(turn.opened, retry);
    say(run, `again ${turn.address} ${error.code} ${afterMs}`);
    waitToRetry(run, turn, afterMs, 'round');
  },
  came: (run, turn) => openRound(run, turn),
};

function openRound(run: Run, turn: Turn): void {
  const { body = { nodes: [], edges: [] } } = turn.node;
  const slot = turn.opened++;
  openScope(run, turn, { part: 'round', address: indexed(turn, slot), body, slot, layer: new Map() });
}
