import { Check, CircleCheck, CircleX, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Checkup, Recipe } from '#models';
import { Button } from '../parts/Button';
import { copyText } from '../parts/copyText';
import { ProblemNote } from '../parts/ProblemNote';
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
      {recipes.map((one) => (
        <RecipeLine key={`${one.server} ${one.system}`} recipe={one} />
      ))}
    </div>
  );
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
