import { Check, CircleCheck, CircleX, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Checkup, ConnectionKind, ModelConnection, PageSurroundings, Recipe } from '#models';
import { isThisDevice, nextTask } from '#runtime';
import { Button } from '../parts/Button';
import { copyText } from '../parts/browser';
import { Segments } from '../parts/Tabs';
import { sayThrown } from '../state/sayTrouble';
import { ProblemNote } from '../ui/ProblemList';
import styles from './Connections.module.css';

/** What was tested of a connection, in order; the first that failed, and the setting that mends it. */
export function CheckupList({ checkup }: { readonly checkup: Checkup }) {
  const { steps, problem, recipes } = checkup;
  return (
    <div className={styles.checkup}>
      <ul className={styles.steps} aria-label="Connection check">
        {steps.map(({ name, ok, found }) => (
          <li key={name} data-ok={ok} aria-label={`${name}: ${ok ? found : `failed, ${found}`}`}>
            {ok ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />}
            <span className={styles.stepName}>{name}</span>
            <span className={styles.found}>{found}</span>
          </li>
        ))}
      </ul>
      {problem && <ProblemNote problem={problem} />}
      <Recipes recipes={recipes} />
    </div>
  );
}

type System = NonNullable<Recipe['system']>;

/** The settings that mend it: where they differ by system, those of one. */
function Recipes({ recipes }: { readonly recipes: readonly Recipe[] }) {
  const systems = [...new Set(recipes.flatMap(({ system }) => system ?? []))];
  const [chosen, setChosen] = useState<System>(systemOfBrowser);
  return (
    <>
      {systems.length > 1 && (
        <Segments
          label="Your system"
          segments={systems.map((system) => ({ id: system, title: system }))}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      {recipes
        .filter(({ system }) => system === null || system === chosen)
        .map((one) => (
          <RecipeLine key={`${one.server} ${one.system}`} recipe={one} />
        ))}
    </>
  );
}

/** Most people run such a server on the device that they look at. */
function systemOfBrowser(): System {
  const { userAgent } = navigator;
  if (userAgent.includes('Windows')) return 'Windows';
  return userAgent.includes('Mac OS') ? 'macOS' : 'Linux';
}

function RecipeLine({ recipe: { server, system, command, how } }: { readonly recipe: Recipe }) {
  const title = system === null ? server : `${server}, ${system}`;
  const line = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const done = await copyText(command);
    setCopied(done);
    // Where the clipboard is refused the line is selected, to be copied by hand.
    if (!done && line.current) getSelection()?.selectAllChildren(line.current);
  };
  return (
    <div className={styles.recipe}>
      <p>
        <b>{title}</b> {how}
      </p>
      <div className={styles.command}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keys. */}
        <code ref={line} tabIndex={0}>
          {command}
        </code>
        <Button
          variant="outline"
          icon={copied ? Check : Copy}
          aria-label={`${copied ? 'Copied' : 'Copy'} for ${title}`}
          onClick={() => void copy()}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </div>
  );
}

interface Tested {
  readonly of: string;
  /** Null while the server is asked. */
  readonly checkup: Checkup | null;
}

interface CheckupOfDraft {
  /** What came of it; null until there is something. */
  readonly checkup: Checkup | null;
  readonly isAsking: boolean;
  /** @returns null where that is of no use any more: something else was typed meanwhile, or nobody looks at it */
  readonly test: () => Promise<Checkup | null>;
}

/** The test of a connection that is being typed. What comes of it counts for the address and the key that were tested. */
export function useCheckup(kind: ConnectionKind['id'], url: string, key: string): CheckupOfDraft {
  const of = `${kind}\n${url}\n${key}`;
  const [last, setLast] = useState<Tested | null>(null);
  const typed = useRef<string | null>(null);
  useEffect(() => {
    typed.current = of;
    return () => {
      typed.current = null;
    };
  }, [of]);
  const tested = last?.of === of ? last : null;
  const test = async () => {
    setLast({ of, checkup: null });
    const checkup = await checkByPage({ kind, url, key: key === '' ? null : key }).catch(
      (thrown: unknown) => {
        sayThrown(thrown, 'The connection could not be tested.');
        return null;
      },
    );
    if (typed.current !== of) return null;
    setLast(checkup && { of, checkup });
    return checkup;
  };
  return { checkup: tested?.checkup ?? null, isAsking: tested !== null && tested.checkup === null, test };
}

const PATIENCE_MS = 20_000;

/** Tests a connection from this page, with the key that is given. Nothing is kept. */
export async function checkByPage(connection: ModelConnection): Promise<Checkup> {
  const { checkConnection } = await import('#models');
  return checkConnection(connection, {
    fetch: (input, init) => fetch(input, init),
    page: THIS_PAGE,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

const THIS_PAGE: PageSurroundings = {
  get origin() {
    return location.origin;
  },
  watchPolicy: async (origin, work) => {
    let refused = false;
    const hear = ({ blockedURI }: SecurityPolicyViolationEvent) => {
      refused ||= blockedURI.startsWith(origin);
    };
    document.addEventListener('securitypolicyviolation', hear);
    try {
      const value = await work();
      // The browser tells of it in a task of its own.
      await nextTask();
      return { value, refused };
    } finally {
      document.removeEventListener('securitypolicyviolation', hear);
    }
  },
  localNetwork: async (url) => {
    for (const name of [isThisDevice(url) ? 'loopback-network' : 'local-network', 'local-network-access']) {
      const state = await permissionOf(name);
      if (state !== null) return state;
    }
    return null;
  },
};

/** Null where the browser knows no such permission. */
async function permissionOf(name: string): Promise<PermissionState | null> {
  const wanted: object = { name };
  try {
    const query: unknown = Reflect.apply(navigator.permissions.query, navigator.permissions, [wanted]);
    const state: unknown = Reflect.get(Object(await query), 'state');
    return state === 'granted' || state === 'denied' || state === 'prompt' ? state : null;
  } catch {
    return null;
  }
}
