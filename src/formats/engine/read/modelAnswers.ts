import type { JsonObject } from '#base';
import { ALL_MODELS } from '../words';

/**
 * The merge of reference 2 that writes down what each model has answered, one line a model. It is a plugin of their engine;
 * here it is a capability of the workspace that is made of JSONata, so that it runs without anything being bound. It knows
 * the models by their names, so there is one for each list of names that is merged.
 */
export class ModelAnswers {
  readonly #byLabels = new Map<string, JsonObject & { readonly id: string }>();

  /**
   * The capability that merges the answers of branches.
   *
   * @param names the plugin of each branch, in branch order
   * @returns its id
   */
  merging(names: readonly string[]): string {
    const labels = names.map(labelOf);
    const key = JSON.stringify(labels);
    const known = this.#byLabels.get(key);
    if (known !== undefined) return known.id;
    const number = this.#byLabels.size + 1;
    const id = number === 1 ? ALL_MODELS : `${ALL_MODELS}-${number}`;
    this.#byLabels.set(key, {
      id,
      title: 'Answers of all models',
      description: 'Writes down what each model has answered, one line a model.',
      effect: 'pure',
      make: {
        kind: 'use',
        capability: 'data.jsonata',
        input: { expression: LINES, value: { labels, results: '{{ input }}' } },
        output: '{{ result.value }}',
      },
    });
    return id;
  }

  toJson(): readonly JsonObject[] {
    return [...this.#byLabels.values()];
  }
}

/** `com.shop.Fast_7bChatPlugin` is called `Fast:7b` there. */
function labelOf(name: string): string {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return last.replace(/ChatPlugin$/, '').replaceAll('_', ':');
}

/** Of branches that may fail (ALL_SETTLED) each result stands in a value beside its status; those that failed are left out. */
const LINES = String.raw`(
  $labels := labels;
  $lines := $map(results, function($entry, $place) {(
    $given := $entry.status in ["succeeded", "failed", "skipped"] ? $entry.value : $entry;
    $said := $exists($given.result) and $given.result != null ? $given.result : $given.response;
    $text := $exists($said) and $said != null ? $string($said) : "";
    $label := $given.modelLabel ? $trim($string($given.modelLabel)) : $labels[$place];
    $exists($given) and $given != null
      ? "response from " & $label & ": \"" & $replace($replace($text, "\\", "\\\\"), "\"", "\\\"") & "\"\n"
  )});
  $all := "" & $join($lines);
  { "output": $all, "result": $all }
)`;
