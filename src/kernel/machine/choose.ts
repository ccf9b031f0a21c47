import type { Json } from '#base';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../nodeRef';
import type { Activity } from './machineRun';

export function chooseNext(_draft: Draft, _ref: NodeRef): void {}

export function afterChoice(
  _draft: Draft,
  _ref: NodeRef,
  _activity: Activity,
  _result: Json,
  _error: RunError | null,
): void {}
