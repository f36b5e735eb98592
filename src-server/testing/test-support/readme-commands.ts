import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './read-sources.ts'

const readme = readFileSync(path.join(root, 'README.md'), 'utf8')

/** The text of a section of README.md. */
function sectionOf(title: string): string {
  const [, section] = readme.split(`\n## ${title}\n`)
  if (section === undefined) throw new Error(`README.md has no section ${title}.`)
  return section.split('\n## ')[0] ?? ''
}

/** The code blocks of a section, each with its commands as a reader copies them. */
export function blocksOf(title: string): string[] {
  return [...sectionOf(title).matchAll(/^```\n(.*?)^```$/gms)].map(([, code = '']) => code)
}

/** The commands of npm in the sentences of a section. */
export function inlineCommandsOf(title: string): string[] {
  const sentences = sectionOf(title).replace(/^```.*?^```$/gms, '')
  return [...sentences.matchAll(/`((?:[A-Z_]+=\S+ )?npm [^`]+)`/g)].map(([, command = '']) => command)
}
