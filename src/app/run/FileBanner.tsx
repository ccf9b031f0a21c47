import { FileQuestion } from 'lucide-react';
import { handlesIn, isTableHandle, type TableHandle } from '#base';
import type { Waiting } from '#projection';
import { MissingFiles } from '../library/MissingFiles';
import { Banner } from '../parts/Banner';
import { AskedTable } from '../tables/stored/AskedTable';

/** K13: a call whose file is not here has not left. It leaves by itself as soon as the file is chosen. */
export function FileBanner({ waiting }: { readonly waiting: Waiting }) {
  const tables = tablesOf(waiting);
  return (
    <Banner tone="wait" icon={FileQuestion} title={`“${waiting.name}” waits for a file`}>
      <MissingFiles />
      {tables.map((handle) => (
        <AskedTable key={handle.$table.hash} handle={handle} />
      ))}
    </Banner>
  );
}

/** The tables that the call reads (V6), each once. */
function tablesOf({ command }: Waiting): readonly TableHandle[] {
  if (command?.kind !== 'call') return [];
  const handles = [...handlesIn(command.input)].filter((handle) => isTableHandle(handle));
  return [...new Map(handles.map((handle) => [handle.$table.hash, handle])).values()];
}
