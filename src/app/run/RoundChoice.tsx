import { chooseRound } from '#editor';
import type { GraphNode, Rounds } from '#projection';
import { Select } from '../parts/Input';
import { useEditor } from '../state/session';

/** A list of more is no help: those around the one that is shown, and the failed ones, are. */
const MOST = 200;

/** Which round of a container is looked at, the failed ones first (D5): where there is no room for the canvas' picker. */
export function RoundChoice({ node }: { readonly node: GraphNode }) {
  const editor = useEditor();
  const { rounds } = node;
  if (rounds === null) return null;
  const { word, shown, statuses } = rounds;
  const failed = indexesOf(rounds, (index) => statuses[index] === 'failed').slice(0, MOST);
  const near = indexesOf(rounds, (index) => Math.abs(index - shown) <= MOST / 2);
  const option = (index: number, group: string) => (
    <option key={`${group} ${index}`} value={index}>
      {`${word} ${index + 1} of ${statuses.length} · ${statuses[index]}`}
    </option>
  );
  return (
    <Select
      aria-label={`Which ${word} of ${node.title}`}
      value={shown}
      onChange={({ target }) => chooseRound(editor, node.key, Number(target.value))}
    >
      {failed.length > 0 && (
        <optgroup label={`Failed (${failed.length})`}>
          {failed.map((index) => option(index, 'failed'))}
        </optgroup>
      )}
      <optgroup label={near.length === statuses.length ? 'All' : 'Around it'}>
        {near.filter((index) => !failed.includes(index)).map((index) => option(index, 'near'))}
      </optgroup>
    </Select>
  );
}

function indexesOf({ statuses }: Rounds, wanted: (index: number) => boolean): readonly number[] {
  return statuses.flatMap((_status, index) => (wanted(index) ? [index] : []));
}
