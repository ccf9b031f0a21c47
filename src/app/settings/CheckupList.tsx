import { Check, CircleCheck, CircleX, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Checkup, Recipe } from '#models';
import { Button } from '../parts/Button';
import { copyText } from '../parts/copyText';
import { Segments } from '../parts/Segments';
import { ProblemNote } from '../ui/ProblemNote';
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
