import { type FormEvent, useMemo, useState } from 'react';
import { type Diagnostic, escapePointer, type JsonObject, problem } from '#base';
import { validateJson } from '#plan';
import { SchemaForm } from '../forms/SchemaForm';
import { setAt } from '../forms/setAt';
import { startValues } from '../forms/startValues';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import type { DialogProps } from '../state/dialogs';
import { useScene } from '../state/session';
import { inputDefaults, inputSchema } from './inputSchema';

/** Asks for the inputs of a run (V1): only when one has no default. */
export default function InputsDialog({ dialog, onClose }: DialogProps<'inputs'>) {
  const variables = useScene((scene) => scene.plan?.variables);
  const name = useScene((scene) => scene.plan?.name ?? scene.plan?.id ?? '');
  const schema = useMemo(() => inputSchema(variables), [variables]);
  const [input, setInput] = useState<JsonObject>(() => ({
    ...startValues(schema),
    ...inputDefaults(variables),
  }));
  const [asked, setAsked] = useState(false);
  const problems = asked ? problemsOf(schema, input) : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (validateJson(schema, input).length > 0) return;
    onClose();
    dialog.next(input);
  };
  return (
    <Dialog
      title={`Run “${name}”`}
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="primary" type="submit" form="run-inputs">
            Run
          </Button>
        </>
      }
    >
      <form id="run-inputs" onSubmit={submit}>
        <SchemaForm
          schema={schema}
          value={input}
          mode="literal"
          problems={problems}
          onChange={(path, value) => {
            setInput((old) => setAt(old, path, value));
            return null;
          }}
        />
      </form>
    </Dialog>
  );
}

function problemsOf(schema: JsonObject, input: JsonObject): readonly Diagnostic[] {
  return validateJson(schema, input).map(({ path, message, keyword }) => {
    const missing = keyword === 'required' ? /property "(.*)"/.exec(message)?.[1] : undefined;
    return missing === undefined
      ? problem('INPUT_INVALID', message, 'Correct the value.', { field: path })
      : problem('INPUT_INVALID', 'The run needs this.', 'Fill it in, or give it a default.', {
          field: `${path}/${escapePointer(missing)}`,
        });
  });
}
