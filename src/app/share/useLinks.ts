import { useEffect } from 'react';
import { isLink } from '#share';

/**
 * Opens the link of the address, now and whenever its fragment changes. What reads links is loaded when there is one:
 * most visits have none, and should not wait for it.
 */
export function useLinks(): void {
  useEffect(() => {
    const look = async () => {
      if (!isLink(location.hash)) return;
      const { openLink } = await import('./openLink');
      await openLink(location.hash);
    };
    const onChange = () => void look();
    onChange();
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, []);
}
