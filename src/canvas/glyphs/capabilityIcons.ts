import { type LucideIcon, Wrench } from 'lucide-react';
import { createContext } from 'react';
import { NAMED_ICONS } from './namedIcons';

/** The icon that a capability declares, by the capability's id: the app gives it from the catalogue of the open workspace. */
export const DeclaredIcons = createContext<(capability: string) => string | undefined>(() => undefined);

/** For capabilities that declare no icon, by the part of their ids before the first separator. */
const FAMILIES: ReadonlyMap<string, string> = new Map([
  ['text', 'type'],
  ['data', 'braces'],
  ['table', 'table'],
  ['documents', 'file-search'],
  ['model', 'sparkles'],
  ['human', 'user-round'],
]);

/** The icon that a capability declares; where it declares none, or none that is here, that of its family, else a tool. */
export function capabilityIcon(capability: string, declared: string | undefined): LucideIcon {
  const family = FAMILIES.get(capability.split(/[.:/]/, 1)[0] ?? '') ?? '';
  return NAMED_ICONS.get(declared ?? '') ?? NAMED_ICONS.get(family) ?? Wrench;
}
