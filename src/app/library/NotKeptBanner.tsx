import { Banner } from '../parts/Banner';
import { useStorage } from '../state/services';

/** Case H2: this browser keeps nothing, so everything ends with the page. Said wherever work begins. */
export function NotKeptBanner() {
  const storage = useStorage();
  if (storage === null || storage.kind !== 'memory') return null;
  return (
    <Banner tone="wait" title="Nothing is kept: this browser refuses storage">
      <p>
        {storage.reason} Everything works until the page closes: download what you want to keep, or allow this
        site to store data and open it again. <code>STORAGE_REFUSED</code>
      </p>
    </Banner>
  );
}
