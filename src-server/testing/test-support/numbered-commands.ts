import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './read-sources.ts'

/** The sections of a page whose numbered steps are code blocks. */
export type NumberedCommands = {
  /** The commands of a section, each step as a reader copies it. @throws Error when the page has no such section */
  stepsOf(title: string): string[]
  titles: readonly string[]
}

/** Reads the numbered commands of a page of the project. */
export function numberedCommands(page: string): NumberedCommands {
  const [, ...sections] = readFileSync(path.join(root, page), 'utf8').split(/^## /m)
  const steps = new Map(
    sections.map((section) => {
      const [title = '', ...lines] = section.split('\n')
      const blocks = [...lines.join('\n').matchAll(/^ {3}```\n(.*?)^ {3}```$/gms)]
      return [title, blocks.map(([, block = '']) => block.replace(/^ {3}/gm, ''))]
    }),
  )
  return {
    titles: [...steps].filter(([, blocks]) => blocks.length > 0).map(([title]) => title),
    stepsOf(title) {
      const found = steps.get(title)
      if (!found) throw new Error(`${page} has no section ${title}.`)
      return found
    },
  }
}
