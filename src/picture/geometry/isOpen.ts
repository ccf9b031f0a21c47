import type { GraphBox } from '#projection';

/** Whether others are drawn over it: an unfolded container, a lane or a region of one. */
export function isOpen({ form, collapsed }: Pick<GraphBox, 'form' | 'collapsed'>): boolean {
  return (form === 'box' || form === 'lane' || form === 'region') && !collapsed;
}
