import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './read-sources.ts'
import { tempFolder } from './temp-folder.ts'

const sources = [
  ...['migrations', 'src', 'src-server', 'src-shared'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'],
]
/** The development server serves files of these packages, which have to be below the project. */
const servedPackages = '@fontsource-variable'
/** The scripts read here which packages are installed. */
const stamp = /^\.installed/

export type ProjectCopy = Disposable & {
  path: string
  /** Replaces a part of a file. @throws Error when the file does not have it */
  edit(file: string, from: string, to: string): void
}

/** Copies the sources and `more` to a folder that uses the packages of the project. Dispose of it. */
export function copyProject(...more: string[]): ProjectCopy {
  const folder = tempFolder()
  const inCopy = (...names: string[]) => path.join(folder.path, ...names)
  for (const name of [...sources, ...more]) cpSync(path.join(root, name), inCopy(name), { recursive: true })
  // A folder of its own, because Vite keeps its cache in it.
  mkdirSync(inCopy('node_modules'))
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    const from = path.join(root, 'node_modules', name)
    if (name === servedPackages || stamp.test(name)) cpSync(from, inCopy('node_modules', name), { recursive: true })
    else if (name.startsWith('@')) linkEach(from, inCopy('node_modules', name))
    else if (!name.startsWith('.')) symlinkSync(from, inCopy('node_modules', name))
  }
  return {
    path: folder.path,
    edit(file, from, to) {
      const text = readFileSync(inCopy(file), 'utf8')
      if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`)
      writeFileSync(inCopy(file), text.replace(from, to))
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

/** Links what a folder has, not the folder: npm removes packages of a scope through a link to it. */
function linkEach(from: string, to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from)) symlinkSync(path.join(from, name), path.join(to, name))
}
