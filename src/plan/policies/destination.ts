import { isJsonObject, type Json, own } from '#base';
import type { CapabilityDescriptor } from '../schema/capabilityDescriptor';

/** Where a call goes: to a host, to nobody outside, or to a host that cannot be told. */
export type Destination = { readonly host: string } | 'nowhere' | 'unknown';

/** What the formats of JSON Schema call an address, and how a parameter is named that takes one where its schema does not say. */
const ADDRESS_FORMATS: ReadonlySet<Json | undefined> = new Set(['uri', 'url', 'iri']);
const ADDRESS_NAME = 'url';

/** The parameter of a capability that takes the address to call; null where it has none. */
export function addressParameter({ input }: Pick<CapabilityDescriptor, 'input'>): string | null {
  const properties = own(input, 'properties');
  if (!isJsonObject(properties)) return null;
  const said = Object.entries(properties).find(
    ([, schema]) => isJsonObject(schema) && ADDRESS_FORMATS.has(own(schema, 'format')),
  );
  return said?.[0] ?? (Object.hasOwn(properties, ADDRESS_NAME) ? ADDRESS_NAME : null);
}

/**
 * Where a call goes, by the argument that is an address.
 *
 * @param input undefined before it is known
 */
export function destinationOf(
  descriptor: Pick<CapabilityDescriptor, 'input'> | undefined,
  input: Json | undefined,
): Destination {
  const parameter = descriptor === undefined ? null : addressParameter(descriptor);
  if (parameter === null) return 'nowhere';
  if (input === undefined) return 'unknown';
  const address = isJsonObject(input) ? own(input, parameter) : input;
  if (address === undefined || address === null) return 'nowhere';
  const host = typeof address === 'string' ? hostOfAddress(address) : null;
  return host === null ? 'unknown' : { host };
}

const PLAIN_ADDRESS = /^(?:https?|wss?):\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#]|$)/;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
/** What ends in a number is read as an IPv4 address, in whichever of its spellings. */
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/;

/**
 * The host of an address, in lower case. Only what every reader of addresses takes for the same host has one: no user
 * name, no letters beyond ASCII, no other spelling of an IPv4 address (case A3).
 *
 * @returns null where it cannot be told
 */
export function hostOfAddress(address: string): string | null {
  const [, found] = PLAIN_ADDRESS.exec(address.toLowerCase()) ?? [];
  if (found === undefined) return null;
  const host = found.endsWith('.') ? found.slice(0, -1) : found;
  if (host === '' || host.includes('..') || host.startsWith('.')) return null;
  return ENDS_IN_NUMBER.test(host) && !IPV4.test(host) ? null : host;
}

const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const HOST_PATTERN = new RegExp(`^(?:\\*\\.)?${LABEL}(?:\\.${LABEL})*$|^\\[[0-9a-f:.]+\\]$`);

/** Whether a policy can name hosts so: one, or `*.` and a domain for every host under it. */
export function isHostPattern(pattern: string): boolean {
  return HOST_PATTERN.test(pattern);
}

/** Whether a policy's host is that of a call: the same, or one under the domain behind `*.` (P13). */
export function hostFits(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

/** What stands before the first hole of a template, as long as the host ends there. */
const FIXED_BEGINNING = /^[a-z]+:\/\/[^/?#]+[/?#]/i;

/** Whether a template gives the same host whatever fills its holes: then whoever wrote it has picked that. */
export function hasFixedHost(template: string): boolean {
  const [beginning = ''] = template.split('{{', 1);
  const isWhole = beginning === template;
  return hostOfAddress(beginning) !== null && (isWhole || FIXED_BEGINNING.test(beginning));
}
