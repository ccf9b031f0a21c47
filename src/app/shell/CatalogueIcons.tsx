import { type ReactNode, useCallback } from 'react';
import { DeclaredIcons } from '#canvas';
import { useCatalogue } from '../state/session';

/** Cards, palette and lists inside show each capability with the icon that it declares. */
export function CatalogueIcons({ children }: { readonly children: ReactNode }) {
  const catalogue = useCatalogue();
  const iconOf = useCallback((capability: string) => catalogue.get(capability)?.icon, [catalogue]);
  return <DeclaredIcons value={iconOf}>{children}</DeclaredIcons>;
}
