import '../../../src/app/theme/index.css';
import '@fontsource-variable/inter';
import { useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type Gestures, GraphPreview, MachineView, PlanCanvas } from '#canvas';
import { arrange, arrangeMachine, elkEngine, tidy, tidyInput } from '#layout';
import type { Place } from '#plan';
import { large, MACHINE, running, type Scene, zoo } from './graphs';

/** What the page shows: `?scene=running&theme=dark&mode=view`. */
const query = new URLSearchParams(location.search);
document.documentElement.dataset.theme = query.get('theme') ?? 'light';

declare global {
  interface Window {
    /** What people did, for tests to read. */
    gestures: unknown[][];
    show: (scene: Scene) => void;
    running: typeof running;
  }
}

function sceneFor(name: string | null): Scene {
  if (name === 'zoo') return zoo();
  if (name?.startsWith('large')) return large(Number(name.slice(5)) || 1000);
  return running(Number(query.get('steps') ?? 7), Number(query.get('done') ?? 3));
}

function log(name: string, ...values: unknown[]): void {
  window.gestures.push([name, ...values]);
}

const ENGINE = elkEngine();

function Harness() {
  const [scene, setScene] = useState(() => sceneFor(query.get('scene')));
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set(query.getAll('select')));
  const current = useRef(scene);
  current.current = scene;
  window.show = setScene;
  window.running = running;
  const gestures = useMemo((): Gestures => {
    const place = (id: string, change: Partial<Place>): void =>
      setScene((before) => ({
        ...before,
        places: { ...before.places, [id]: { x: 0, y: 0, ...before.places[id], ...change } },
      }));
    const idOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);
    return {
      onSelect: (keys) => {
        log('select', ...keys);
        setSelection(new Set(keys));
      },
      onMove: (moves, ontoEdge) => {
        log('move', moves, ontoEdge);
        for (const { key, x, y } of moves) place(idOf(key), { x, y });
      },
      onResize: (key, size) => place(idOf(key), size),
      onFold: (key, collapsed) => place(idOf(key), { collapsed }),
      onConnect: (from, port, to) => {
        log('connect', from, port, to);
        setScene((before) => ({
          ...before,
          graph: {
            ...before.graph,
            edges: [
              ...before.graph.edges,
              { key: `${from}:${port}->${to}`, from, port, to, state: 'idle', implied: false },
            ],
          },
        }));
      },
      onConnectToNew: (from, port, spot) => log('connectToNew', from, port, spot),
      onInsert: (edge) => log('insert', edge),
      onDeleteEdge: (edge) => log('deleteEdge', edge),
      onDropItem: (item, spot) => log('drop', item, spot),
      onOpen: (key) => log('open', key),
      onMenu: (key, spot) => log('menu', key, spot),
      onTidy: () => {
        const now = current.current;
        const input = tidyInput(now.graph, arrange(now.graph, now.places), now.places);
        void tidy(input, ENGINE).then((places) => {
          log('tidied', [...places]);
          for (const [key, point] of places) place(idOf(key), point);
        });
      },
    };
  }, []);
  const boxes = useMemo(() => arrange(scene.graph, scene.places), [scene]);
  return (
    <PlanCanvas
      graph={scene.graph}
      boxes={boxes}
      mode={query.get('mode') === 'view' ? 'view' : 'edit'}
      selection={selection}
      gestures={gestures}
      current={[...selection][0] ?? null}
    />
  );
}

function Page() {
  const name = query.get('scene');
  if (name === 'machine')
    return <MachineView graph={MACHINE} rects={arrangeMachine(MACHINE.states, MACHINE.transitions)} />;
  if (name !== 'previews') return <Harness />;
  return (
    <div style={{ display: 'flex', gap: 20, padding: 20 }}>
      {[running(), zoo(), running(0)].map(({ graph, places }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: three pictures that never change.
        <div key={index} style={{ width: 300, height: 140 }}>
          <GraphPreview graph={graph} boxes={arrange(graph, places)} />
        </div>
      ))}
    </div>
  );
}

window.gestures = [];
const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
