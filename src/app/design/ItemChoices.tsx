import { Pencil, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isJsonObject, type JsonObject } from '#base';
import { flavourSchema, plannerKindOf } from '#plan';
import { ExpressionInput } from '../forms/CodeField';
import type { ControlProps } from '../forms/form';
import { kindOf } from '../forms/schema';
import { NamesInput } from '../forms/TextInput';
import { type FormedList, ITEM_KINDS } from '../library/items';
import { Button } from '../parts/Button';
import { Select } from '../parts/Input';
import { openDialog } from '../state/dialogs';
import { useDocument } from '../state/session';
import styles from './Inspector.module.css';

/** How a planner plans (P2), and which rules or task network of the workspace it uses (P12). */
export function PlannerChoice({ ids, field, value, later, onChange }: ControlProps) {
  const documents = useDocument(({ workspace }) => workspace.planners);
  const kind = kindOf(field.schema);
  const options = kind.kind === 'choice' ? kind.options : [];
  const flavour = isJsonObject(value) ? value.flavour : value;
  const use = isJsonObject(value) && typeof value.use === 'string' ? value.use : '';
  const named = flavourSchema.safeParse(flavour);
  const wanted = named.success ? plannerKindOf(named.data) : null;
  const usable = documents.filter((one) => one.kind === wanted);
  const choose = (id: string) =>
    onChange(id === '' ? (flavour ?? undefined) : { flavour: flavour ?? '', use: id });
  return (
    <>
      <Select
        {...ids}
        value={typeof flavour === 'string' ? flavour : ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      >
        <option value="">A model where one is set, else rules</option>
        {options
          .filter((option) => !later.has(option.value) || option.value === flavour)
          .map((option) => (
            <option key={option.value} value={option.value}>
              {option.title}
            </option>
          ))}
      </Select>
      {(usable.length > 0 || use !== '') && (
        <Select
          aria-label="Which one"
          className={styles.second}
          disabled={ids.disabled}
          value={use}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">The built-in one</option>
          <ItemOptions items={usable} chosen={use} />
        </Select>
      )}
      {wanted !== null && !ids.disabled && (
        <ItemLink list="planners" named={use} begins={{ kind: wanted }} onAdded={choose} />
      )}
    </>
  );
}

/** What makes a plan of a planner's raw reply (P13): any known form, reference 1's list of steps, or a parser of the workspace. */
export function ParserChoice({ ids, value, onChange }: ControlProps) {
  const parsers = useDocument(({ workspace }) => workspace.parsers);
  const named = typeof value === 'string' ? value : '';
  return (
    <>
      <Select {...ids} value={named} onChange={({ target }) => onChange(target.value || undefined)}>
        <option value="">Any known form of a plan</option>
        <option value={LIST_OF_STEPS}>A list of steps: toolId, input.prompt</option>
        <ItemOptions items={parsers} chosen={named === LIST_OF_STEPS ? '' : named} />
      </Select>
      {!ids.disabled && <ItemLink list="parsers" named={named} onAdded={onChange} />}
    </>
  );
}

/** Reference 1's reader, by its name in documents. */
const LIST_OF_STEPS = 'default';

const OWN = 'own text';

/** The prompt of a planner: the built-in one, a prompt of the workspace, or a text of its own (P3, P13). */
export function PromptChoice({ ids, value, onChange }: ControlProps) {
  const prompts = useDocument(({ workspace }) => workspace.prompts);
  const named = isJsonObject(value) && typeof value.prompt === 'string' ? value.prompt : '';
  const [writes, setWrites] = useState(false);
  const own = typeof value === 'string' || writes;
  const choose = (choice: string) => {
    setWrites(choice === OWN);
    if (choice === '') onChange(undefined);
    else if (choice !== OWN) onChange({ prompt: choice });
  };
  return (
    <>
      <Select {...ids} value={own ? OWN : named} onChange={({ target }) => choose(target.value)}>
        <option value="">The built-in one</option>
        <ItemOptions
          items={prompts}
          chosen={named}
          words={({ name, id, version }) => `${name ?? id}, version ${version}`}
        />
        <option value={OWN}>Its own text</option>
      </Select>
      {!own && !ids.disabled && (
        <ItemLink list="prompts" named={named} onAdded={(id) => onChange({ prompt: id })} />
      )}
      {own && (
        <div className={styles.second}>
          <ExpressionInput
            aria-label="Text of the prompt"
            language="template"
            lines="many"
            disabled={ids.disabled}
            placeholder="Plan this with the capabilities {{ tools }}: {{ goal }}"
            value={typeof value === 'string' ? value : ''}
            onCommit={(text) => onChange(text === '' ? undefined : text)}
          />
        </div>
      )}
    </>
  );
}

/** A prompt of the workspace that is filled (P13), or none: then the node's own template is. */
export function WorkspacePrompt({ ids, value, onChange }: ControlProps) {
  const prompts = useDocument(({ workspace }) => workspace.prompts);
  const named = typeof value === 'string' ? value : '';
  return (
    <>
      <Select {...ids} value={named} onChange={({ target }) => onChange(target.value || undefined)}>
        <option value="">None: a template of its own</option>
        <ItemOptions items={prompts} chosen={named} />
      </Select>
      {!ids.disabled && <ItemLink list="prompts" named={named} onAdded={onChange} />}
    </>
  );
}

interface Item {
  readonly id: string;
  readonly name?: string | undefined;
}

interface ItemOptionsProps<Each extends Item> {
  readonly items: readonly Each[];
  /** Its id; empty: none of them. One that is not there is told so. */
  readonly chosen: string;
  readonly words?: (item: Each) => ReactNode;
}

/** The items of a list of the workspace, as what can be chosen. */
function ItemOptions<Each extends Item>({ items, chosen, words = nameOf }: ItemOptionsProps<Each>) {
  return (
    <>
      {items.map((item) => (
        <option key={item.id} value={item.id}>
          {words(item)}
        </option>
      ))}
      {chosen !== '' && items.every(({ id }) => id !== chosen) && (
        <option value={chosen}>{chosen} (not here)</option>
      )}
    </>
  );
}

function nameOf({ name, id }: Item): string {
  return name ?? id;
}

interface ItemLinkProps {
  readonly list: FormedList;
  /** Its id; empty: none. */
  readonly named: string;
  /** What a new one begins with. */
  readonly begins?: JsonObject;
  readonly onAdded: (id: string) => void;
}

/** The way from a node to the item that it uses, or to a new one, which it then uses. */
function ItemLink({ list, named, begins = {}, onAdded }: ItemLinkProps) {
  const known = useDocument(({ workspace }) => workspace[list].some(({ id }) => id === named));
  const { noun } = ITEM_KINDS[list];
  return (
    <div className={styles.second}>
      {known ? (
        <Button size="small" icon={Pencil} onClick={() => openDialog({ kind: 'item', list, id: named })}>
          Edit the {noun}
        </Button>
      ) : (
        <Button
          size="small"
          icon={Plus}
          onClick={() => openDialog({ kind: 'item', list, id: null, begins, onAdded })}
        >
          Add a {noun}
        </Button>
      )}
    </div>
  );
}

/** Which features of the workspace stand beside the node (L4), by their ids. */
export function FeatureChoice({ ids, value, onChange }: Pick<ControlProps, 'ids' | 'value' | 'onChange'>) {
  const features = useDocument(({ workspace }) => workspace.features);
  const chosen = Array.isArray(value)
    ? value.flatMap((one) => (isJsonObject(one) && typeof one.feature === 'string' ? [one.feature] : []))
    : [];
  return (
    <NamesInput
      {...ids}
      suggestions={features.map(({ id, name, phase, kind }) => ({
        value: id,
        note: name ?? `${phase} ${kind}`,
      }))}
      value={chosen}
      onCommit={(names) => onChange(names?.map((feature) => ({ feature })))}
    />
  );
}
