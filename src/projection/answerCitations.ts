import { type Address, isJsonObject, own } from '#base';
import { namesOf, nodeAtAddress } from './names';
import type { OpenedPlan, RunView } from './runView';

/** A step that an answer names as what it comes from (P10). */
export interface Citation {
  /** The executor whose answer it is. */
  readonly executor: Address;
  /** Counted from 1 within the answer, in the order in which it first names them. */
  readonly number: number;
  /** Its id in the plan, as the answer names it. */
  readonly id: string;
  readonly address: Address;
  /** What its card is called. */
  readonly title: string;
}

/** An answer that a model wrote, its citations told apart from its words. */
export interface CitedAnswer {
  /** The answer, where each citation stands in the place of the brackets that name it. */
  readonly pieces: readonly (string | Citation)[];
  /** Each cited step once, in the order of their numbers. */
  readonly citations: readonly Citation[];
}

/** The answer of this wording, as far as a model wrote it and cites something. */
export function citedAnswer(text: string | null, view: RunView): CitedAnswer | null {
  const opened = [...view.opened.values()].findLast(({ executor }) => answerOf(executor, view) === text);
  return opened === undefined || text === null ? null : read(text, opened, view);
}

/** What the answers of a run cite, one answer after the other. */
export function citationsIn(view: RunView): readonly Citation[] {
  return [...view.opened.values()].flatMap((opened) => {
    const text = answerOf(opened.executor, view);
    return text === null ? [] : (read(text, opened, view)?.citations ?? []);
  });
}

/**
 * What stands in square brackets is a citation only where a step of that id has given something; everything else stays words.
 */
function read(text: string, opened: OpenedPlan, view: RunView): CitedAnswer | null {
  const pieces = piecesOf(text, stepsOf(opened, view));
  const citations = new Set(pieces.filter((piece) => typeof piece !== 'string'));
  return citations.size === 0 ? null : { pieces, citations: [...citations] };
}

/** What a model answered for an executor; null where none did. */
function answerOf(executor: Address, view: RunView): string | null {
  const main = view.started?.closure.plans[0];
  const node = nodeAtAddress(executor, main?.kind === 'capability' ? main : null, view);
  const result = view.nodes.get(executor)?.result ?? null;
  if (node?.type !== 'PLAN_EXECUTOR' || node.params?.answer !== 'model' || !isJsonObject(result)) return null;
  const text = own(result, 'text');
  return typeof text === 'string' ? text : null;
}

type Step = Omit<Citation, 'number'>;

/** The steps that have given something, by their ids. */
function stepsOf({ executor, plan, scope, began }: OpenedPlan, view: RunView): ReadonlyMap<string, Step> {
  const names = namesOf(view);
  const steps = plan.nodes.flatMap(({ id }): (readonly [string, Step])[] => {
    const address = `${began.get(id) ?? scope}/${id}` as Address;
    const hasGiven = view.nodes.get(address)?.result !== undefined;
    return hasGiven ? [[id, { executor, id, address, title: names(address) }]] : [];
  });
  return new Map(steps);
}

/** Code, in which brackets are code; a link, whose brackets are its own; and brackets that may hold citations. */
const PARTS = /```[\s\S]*?(?:```|$)|`[^`\n]*`|\[[^[\]\n]*\]\([^()\s]*\)|\[([^[\]\n]+)\]/g;

function piecesOf(text: string, steps: ReadonlyMap<string, Step>): readonly (string | Citation)[] {
  const numbers = new Map<string, Citation>();
  const cite = (step: Step): Citation => {
    const citation = numbers.get(step.id) ?? { number: numbers.size + 1, ...step };
    numbers.set(step.id, citation);
    return citation;
  };
  const pieces: (string | Citation)[] = [];
  let end = 0;
  for (const match of text.matchAll(PARTS)) {
    const named = namedIn(match[1] ?? '', steps);
    if (named === null) continue;
    pieces.push(text.slice(end, match.index), ...named.map(cite));
    end = match.index + match[0].length;
  }
  return [...pieces, text.slice(end)];
}

/** The steps that brackets name, in one of the ways in which lists are written; null where one of the names is no step's. */
function namedIn(inside: string, steps: ReadonlyMap<string, Step>): readonly Step[] | null {
  const names = inside.split(/[,;]/).map((name) => name.trim());
  const named = names.flatMap((name) => steps.get(name) ?? []);
  return named.length === names.length ? named : null;
}
