import { Elapsed } from '#canvas';
import type { AskedPlanner } from '#projection';
import { useSession } from '../state/session';
import { connectedBy } from '../state/slots';
import { hostWords } from './hostWords';
import { costWords, modelFigures } from './modelFigures';
import { RulesInstead } from './RulesInstead';
import { useRunFacts } from './runStore';
import { StreamedSteps } from './StreamedSteps';
import styles from './ThinkingFacts.module.css';

/** The same as the strip tells while a model plans, as a list, with the steps that it has written so far (P1). */
export function ThinkingFacts({ asked }: { readonly asked: AskedPlanner }) {
  const { who, model, planning, call } = asked;
  const session = useSession();
  const connected = model === null ? null : connectedBy(session, model.connection);
  const live = useRunFacts(({ progress }) => progress.get(asked.address));
  const { bytes, at } = live?.call === call ? live : { bytes: 0, at: planning.askedAt };
  const { tokens, speed } = modelFigures(bytes, at - planning.askedAt);
  const cost = costWords(tokens, model?.price, connected?.url ?? null);
  return (
    <section className={styles.facts} aria-label="The model at work">
      <dl>
        <dt>Who plans</dt>
        <dd>
          <b>{who}</b>
        </dd>
        {connected !== null && (
          <>
            <dt>Where</dt>
            <dd>{hostWords(connected.url)}</dd>
          </>
        )}
        <dt>Running for</dt>
        <dd>
          <Elapsed span={{ from: planning.askedAt, at: null }} />
        </dd>
        <dt>Written</dt>
        <dd>
          ≈ {tokens.toLocaleString('en')} tokens{speed !== null && `, ≈ ${speed} per second`}
        </dd>
        {cost !== null && (
          <>
            <dt>Cost</dt>
            <dd>{cost}</dd>
          </>
        )}
        <dt>If it fails</dt>
        <dd>the next model, then the built-in rules, and the run says so</dd>
      </dl>
      <StreamedSteps streamed={planning.streamed} askedAt={planning.askedAt} isWriting />
      <RulesInstead asked={asked} />
    </section>
  );
}
