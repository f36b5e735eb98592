import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** An import. `to` is a path in the project or a package name; type imports do not exist at run time. */
export type Edge = { from: string; to: string; isType: boolean }

export const root = path.resolve(import.meta.dirname, '../../..')
/** The folders with the code of the project. */
export const tops = ['migrations', 'src', 'src-server', 'src-shared']
/** The text of every code file, by its path in the project. */
export const sources = new Map(
  tops
    .flatMap((top) =>
      readdirSync(path.join(root, top), { recursive: true }).map((name) => path.join(top, String(name))),
    )
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.gen.ts'))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
)

export const isTest = (file: string) => /\.test\.tsx?$|(^|\/)test-support\//.test(file)

const statement = /^(?:import|export)\s+(type\s)?(?:([^'";]*?)\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm

/** The imports and re-exports of a file, dynamic imports included. */
export function edgesOf([from, text]: [string, string]): Edge[] {
  return [...text.matchAll(statement)].map(([, type, names = '', target = '', lazily]) => {
    const named = /^\{([^}]*)\}$/
      .exec(names.trim())?.[1]
      ?.split(',')
      .filter((name) => name.trim() !== '')
    const isType = type !== undefined || (named?.every((name) => name.trim().startsWith('type ')) ?? false)
    return { from, to: resolved(from, lazily ?? target), isType }
  })
}

function resolved(from: string, target: string): string {
  const folders: Record<string, string> = { '#shared': 'src-shared', '#server': 'src-server', '#client': 'src' }
  if (target.startsWith('.')) return path.join(path.dirname(from), target)
  return target.replace(/^#\w+/, (alias) => folders[alias] ?? alias.slice(1))
}
