import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const house = fileURLToPath(new URL('../../..', import.meta.url));

/** What a change to the sources needs, so that it can be type-checked and built; packages are linked, not copied. */
const COPIED = ['src', 'test', 'package.json', 'tsconfig.json', 'vite.config.ts'];

/** The files that a recipe asks for, in the order of its patch. */
export interface Asked {
  /** Paths of files that it makes. */
  readonly made: readonly string[];
  /** Paths of files that were there and that it changes. */
  readonly changed: readonly string[];
}

/** A copy of the house with patches of recipes applied. The caller removes it. */
export interface Copy {
  readonly root: string;
  /** What each recipe asks for, in the order in which they were given. */
  readonly recipes: readonly Asked[];
  /** @returns what the compiler says of `src` and of all files of the patches; empty where nothing is wrong */
  typeErrors(): string;
  /** Runs a program of Node in the copy. @returns what it printed */
  node(args: readonly string[], input?: string): string;
  remove(): void;
}

/**
 * Applies recipes, patches as `git diff` writes them, to one copy of the house in the temporary folder.
 *
 * @param patches their files, beside this one
 * @throws where one does not apply any more: then the recipe is out of date, and so is what people learn from it
 */
export function applyRecipes(...patches: readonly string[]): Copy {
  const root = mkdtempSync(join(tmpdir(), 'planloom-recipe-'));
  const remove = () => rmSync(root, { recursive: true, force: true });
  const node = (args: readonly string[], input = '') =>
    execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', input, stdio: 'pipe' });
  try {
    for (const name of COPIED) cpSync(join(house, name), join(root, name), { recursive: true });
    symlinkSync(join(house, 'node_modules'), join(root, 'node_modules'));
    const recipes = patches.map((patch) => apply(patch, root));
    const files = recipes.flatMap(({ made, changed }) => [...made, ...changed]);
    return { root, recipes, typeErrors: () => typeErrors(root, files), node, remove };
  } catch (cause) {
    remove();
    throw cause;
  }
}

function apply(patch: string, root: string): Asked {
  const file = fileURLToPath(new URL(patch, import.meta.url));
  // Inside a repository, git would pass over what lies outside of it.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(root) };
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['apply', ...args, file], { cwd: root, env, encoding: 'utf8', stdio: 'pipe' });
  const isMade = new Set(git('--summary').match(/(?<=create mode \d+ ).+/g));
  const files = git('--numstat').match(/[^\t\n]+(?=\n)/g) ?? [];
  git();
  return {
    made: files.filter((path) => isMade.has(path)),
    changed: files.filter((path) => !isMade.has(path)),
  };
}

function typeErrors(root: string, files: readonly string[]): string {
  const include = ['src', ...files.filter((path) => /\.tsx?$/.test(path))];
  writeFileSync(join(root, 'recipe.tsconfig.json'), JSON.stringify({ extends: './tsconfig.json', include }));
  const { stdout, status } = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'recipe.tsconfig.json'],
    { cwd: root, encoding: 'utf8' },
  );
  return status === 0 ? '' : stdout || 'The compiler did not run.';
}
