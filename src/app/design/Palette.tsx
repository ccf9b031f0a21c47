import { GripVertical, Lock } from 'lucide-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { NODE_MIME, NodeGlyph } from '#canvas';
import { addNode } from '#editor';
import {
  type CapabilityDescriptor,
  type Catalogue,
  NODE_TYPES,
  type NodeTypeName,
  type PaletteSection,
} from '#plan';
import { SearchInput } from '../parts/Input';
import { lazily } from '../parts/lazily';
import { EmptyNote, Panel } from '../parts/Panel';
import { useEditor, useScene } from '../state/session';
import styles from './Palette.module.css';

const StatePalette = lazily(() => import('../machine/StatePalette'));

/** Everything that can be added: node types, and the capabilities that nodes call (E1). Drag it, or click it. */
export function Palette() {
  const editor = useEditor();
  const [text, setText] = useState('');
  const sections = useMemo(() => paletteSections(editor.catalogue, editor.proposal?.calls), [editor]);
  const found = searchPalette(sections, text);
  const isMachine = useScene((scene) => scene.machine !== null);
  return (
    <Panel name="Palette">
      <div className={styles.search}>
        <SearchInput
          label="Find a node to add"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {isMachine ? (
        <Suspense fallback={null}>
          <StatePalette text={text} />
        </Suspense>
      ) : found.length === 0 ? (
        <EmptyNote>Nothing is called “{text}”.</EmptyNote>
      ) : (
        <div className={styles.scroll}>
          {found.map((section) => (
            <section key={section.title} className={styles.section}>
              <h2>{section.title}</h2>
              {section.items.map((item) => (
                <Item key={item.key} item={item} />
              ))}
              {section.note !== undefined && <p className={styles.note}>{section.note}</p>}
            </section>
          ))}
        </div>
      )}
    </Panel>
  );
}

function Item({ item }: { readonly item: PaletteItem }) {
  const editor = useEditor();
  const readOnly = useScene((scene) => scene.readOnly || scene.plan === null);
  return (
    <button
      type="button"
      className={styles.item}
      disabled={readOnly}
      draggable={!readOnly}
      data-tip={item.summary}
      onDragStart={(event) => {
        event.dataTransfer.setData(NODE_MIME, itemText(item));
        event.dataTransfer.effectAllowed = 'copy';
      }}
      onClick={() =>
        addNode(editor, item.type, item.capability === undefined ? {} : { capability: item.capability })
      }
    >
      <span className={styles.glyph}>
        <NodeGlyph type={item.type} capability={item.capability} />
      </span>
      <span className={styles.title}>{item.title}</span>
      {item.widens && <Lock className={styles.widens} role="img" aria-label="would widen" />}
      <GripVertical className={styles.grip} aria-hidden />
    </button>
  );
}

interface AdderRowProps {
  readonly glyph: ReactNode;
  readonly title: string;
  readonly summary: string;
}

/** A line of what can be added: its picture, what it is called, what it does. */
export function AdderRow({ glyph, title, summary }: AdderRowProps) {
  return (
    <>
      <span className={styles.rowGlyph}>{glyph}</span>
      <span className={styles.text}>
        <span>{title}</span>
        <span className={styles.summary}>{summary}</span>
      </span>
    </>
  );
}

/** Something that can be added to a plan. */
export interface PaletteItem {
  readonly key: string;
  readonly type: NodeTypeName;
  readonly capability?: string;
  readonly title: string;
  readonly summary: string;
  /** Added to a plan that is proposed, it would reach further than what was asked. */
  readonly widens?: true;
}

interface PaletteGroup {
  readonly title: string;
  /** What is to be known before one of them is added. */
  readonly note?: string;
  readonly items: readonly PaletteItem[];
}

const SECTIONS: Readonly<Record<PaletteSection, string>> = {
  flow: 'Flow',
  work: 'Work',
  planning: 'Planning',
  deciding: 'Decide and judge',
  people: 'People',
  notes: 'Notes',
};

/** Families of capabilities by the first part of their ids. */
const FAMILIES: Readonly<Record<string, string>> = {
  table: 'Tables',
  documents: 'Documents',
  text: 'Texts',
  data: 'Data',
  model: 'Models',
  human: 'People',
};

const WIDER = {
  title: 'Would widen what it may do',
  note: 'The plan calls none of these yet. Approving it approves what you add of them, too.',
};

/**
 * Node types by section, then the capabilities by family.
 *
 * @param calls what a proposed plan calls already: other capabilities would widen it, and stand by themselves
 */
export function paletteSections(catalogue: Catalogue, calls?: ReadonlySet<string>): readonly PaletteGroup[] {
  const types = Object.entries(SECTIONS).map(([section, title]) => ({
    title,
    items: TYPE_NAMES.filter((type) => NODE_TYPES[type].section === section).map(typeItem),
  }));
  const families = new Map<string, PaletteItem[]>();
  const wider: PaletteItem[] = [];
  for (const capability of catalogue.values()) {
    // A capability cannot wait for a person; the node that can is among the types.
    if (capability.id === 'human.ask') continue;
    if (calls !== undefined && !calls.has(capability.id)) {
      wider.push({ ...capabilityItem(capability), widens: true });
      continue;
    }
    const family = FAMILIES[capability.id.split('.')[0] ?? ''] ?? 'More';
    families.set(family, [...(families.get(family) ?? []), capabilityItem(capability)]);
  }
  const groups = [...types, ...[...families].map(([title, items]) => ({ title, items }))];
  return wider.length === 0 ? groups : [...groups, { ...WIDER, items: wider }];
}

const TYPE_NAMES = Object.keys(NODE_TYPES) as readonly NodeTypeName[];

function typeItem(type: NodeTypeName): PaletteItem {
  const { title, summary } = NODE_TYPES[type];
  return { key: type, type, title, summary };
}

function capabilityItem({ id, title, description }: CapabilityDescriptor): PaletteItem {
  return { key: id, type: 'CAPABILITY', capability: id, title: title ?? id, summary: description || id };
}

/**
 * Items whose title, summary or id holds every word that was typed; those whose title says it come first, and the
 * groups that they are in.
 */
export function searchPalette(groups: readonly PaletteGroup[], text: string): readonly PaletteGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  const wanted = words.join(' ');
  return groups
    .map(({ items, ...group }) => ({
      ...group,
      items: items
        .filter((item) => words.every((word) => holds(item, word)))
        .toSorted((one, other) => rankOf(one, wanted) - rankOf(other, wanted)),
    }))
    .filter(({ items }) => items.length > 0)
    .toSorted((one, other) => bestOf(one, wanted) - bestOf(other, wanted));
}

function bestOf({ items }: PaletteGroup, wanted: string): number {
  return Math.min(...items.map((item) => rankOf(item, wanted)));
}

function rankOf(item: PaletteItem, wanted: string): number {
  const title = item.title.toLowerCase();
  if (title === wanted) return 0;
  if (title.startsWith(wanted)) return 1;
  return title.includes(wanted) ? 2 : 3;
}

function holds(item: PaletteItem, word: string): boolean {
  return [item.title, item.summary, item.capability ?? item.type].some((text) =>
    text.toLowerCase().includes(word),
  );
}

/** What travels with a drag. */
function itemText({ type, capability }: PaletteItem): string {
  return JSON.stringify(capability === undefined ? { type } : { type, capability });
}

/** Reads what a drag brought; null when it is none of ours. */
export function readItem(text: string): { type: NodeTypeName; capability?: string } | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const name: unknown = Reflect.get(value, 'type');
    const capability: unknown = Reflect.get(value, 'capability');
    const type = TYPE_NAMES.find((one) => one === name);
    if (type === undefined) return null;
    return typeof capability === 'string' ? { type, capability } : { type };
  } catch {
    return null;
  }
}
