import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import styles from './ImportDialog.module.css';

interface Props {
  readonly onFiles: (files: readonly File[]) => void;
  /** A text that was dragged here. */
  readonly onText: (text: string) => void;
}

/** Where files are dropped, or chosen. */
export function DropZone({ onFiles, onText }: Props) {
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    const text = event.dataTransfer.getData('text/plain');
    if (files.length > 0) onFiles(files);
    else if (text !== '') onText(text);
  };
  return (
    <section
      aria-label="Drop a file"
      className={cx(styles.drop, over && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileUp aria-hidden />
      <p>
        Drop a workspace, a plan, a run (NDJSON), a picture with one inside, a table, a text, or a file of
        another system here.
      </p>
      <Button variant="outline" onClick={() => chooser.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="File to import"
        multiple
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </section>
  );
}
