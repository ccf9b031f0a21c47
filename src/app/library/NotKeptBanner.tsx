import { useCallback, useSyncExternalStore } from 'react';
import type { Storage, StorageTrouble } from '#storage';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { saveFile } from '../parts/browser';
import { sayThrown } from '../state/sayTrouble';
import { useStorage } from '../state/services';

const TITLES: Readonly<Record<StorageTrouble['code'], string>> = {
  STORAGE_REFUSED: 'Nothing is kept: this browser refuses storage',
  STORAGE_WAITING: 'Nothing is kept yet: waiting for other tabs of Planloom',
  STORAGE_READY: 'The storage is ready: reload this page',
  STORAGE_NEWER: 'Nothing is kept: a newer version of Planloom has been here',
  STORAGE_UPGRADE_FAILED: 'Nothing is kept: the storage could not be upgraded',
  STORAGE_CLOSED: 'Nothing is kept any more: a newer version of Planloom is open in another tab',
};

/** Cases H2 and H4: this browser keeps nothing, so everything ends with the page. Said wherever work begins. */
export function NotKeptBanner() {
  const storage = useStorage();
  const trouble = useTrouble(storage);
  if (storage === null || trouble === null) return null;
  const { backup } = storage;
  const { code } = trouble;
  const reloads = code !== 'STORAGE_REFUSED' && code !== 'STORAGE_WAITING';
  const cannotOpen = code === 'STORAGE_NEWER' || code === 'STORAGE_UPGRADE_FAILED';
  return (
    <Banner
      tone={code === 'STORAGE_READY' ? 'info' : 'wait'}
      title={TITLES[code]}
      actions={
        reloads && (
          <>
            {cannotOpen && backup !== null && (
              <Button variant="outline" onClick={() => void download(backup)}>
                Download a backup
              </Button>
            )}
            <Button variant="outline" onClick={() => window.location.reload()}>
              Reload
            </Button>
          </>
        )
      }
    >
      <p>
        {trouble.message} {trouble.help} <code>{code}</code>
      </p>
    </Banner>
  );
}

function useTrouble(storage: Storage | null): StorageTrouble | null {
  const listen = useCallback((listener: () => void) => storage?.onTrouble(listener) ?? (() => {}), [storage]);
  return useSyncExternalStore(listen, () => storage?.trouble ?? null);
}

async function download(backup: () => Promise<string>): Promise<void> {
  try {
    saveFile('planloom-storage.json', await backup(), 'application/json');
  } catch (thrown) {
    sayThrown(thrown, 'What this browser keeps could not be read.');
  }
}
