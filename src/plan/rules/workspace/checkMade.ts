import { type Diagnostic, didYouMean, type Json, problem } from '#base';
import { compileTemplate } from '../../expressions/template';
import type { Catalogue } from '../../schema/capabilityDescriptor';
import { makingOf } from '../../schema/document';
import type { Workspace } from '../../schema/workspace';

/** A1, A2: a capability that the workspace makes can be made: in a way that is known, of one that the host has. */
export function checkMade({ capabilities }: Workspace, catalogue: Catalogue): readonly Diagnostic[] {
  const own = new Set(capabilities.map(({ id }) => id));
  const hosts = [...catalogue.keys()].filter((id) => !own.has(id));
  return capabilities.flatMap(({ id, make }, index) => {
    if (make === undefined) return [];
    const field = `/capabilities/${index}/make`;
    const making = makingOf(make);
    if (making === null) return [unknownWay(id, field)];
    if (making.kind === 'answer') return ofTemplate(making.value, `${field}/value`);
    return [
      ...(hosts.includes(making.capability) ? [] : [notOfHost(making.capability, own, hosts, field)]),
      ...ofTemplate(making.input, `${field}/input`),
      ...ofTemplate(making.output, `${field}/output`),
    ];
  });
}

function unknownWay(id: string, field: string): Diagnostic {
  const help = 'Write {"kind": "use", "capability": …} or {"kind": "answer", "value": …}.';
  return problem('MAKING_UNKNOWN', `"${id}" is made in a way that is not known here.`, help, { field });
}

function notOfHost(
  id: string,
  own: ReadonlySet<string>,
  hosts: readonly string[],
  field: string,
): Diagnostic {
  const message = own.has(id)
    ? `"${id}" is made by the workspace itself, and cannot be used for another.`
    : `There is no capability "${id}".`;
  const help = `${own.has(id) ? '' : didYouMean(id, hosts)}Use one that is here without the workspace.`;
  return problem('CAPABILITY_UNKNOWN', message, help, { field: `${field}/capability` });
}

function ofTemplate(template: Json | undefined, field: string): readonly Diagnostic[] {
  const read = compileTemplate(template ?? null);
  if (read.ok) return [];
  return read.problem.map((one) => ({
    ...one,
    where: { ...one.where, field: `${field}${one.where.field ?? ''}` },
  }));
}
