import { existsSync, readFileSync } from 'node:fs'
import { parseSync } from 'rolldown/utils'
import { inRoot } from '../project.mjs'

const isTest = (file) => /\.(test|spec)\.tsx?$|(^|\/)(test-support|testing)\//.test(file)

/** The tests of the commit that are gone or differ in more than their imports. New ones are none of them. */
export function tests({ id, git }) {
  const changed = git('diff', '--name-status', '-M40%', '-z', id).split('\0')
  const differences = []
  while (changed.length > 1) {
    const status = changed.shift()
    const from = changed.shift()
    const to = /^[RC]/.test(status) ? changed.shift() : from
    if (status === 'A' || !isTest(from)) continue
    if (!existsSync(inRoot(to))) differences.push(`${from} is gone`)
    else if (
      withoutImports(from, git('show', `${id}:${from}`)) !== withoutImports(to, readFileSync(inRoot(to), 'utf8'))
    )
      differences.push(`${to} differs in more than imports`)
  }
  return differences
}

/** The text of a script without blanks, its static imports, and the paths of dynamic ones. */
function withoutImports(file, text) {
  if (!/\.(tsx?|mjs)$/.test(file)) return text
  const { staticImports, dynamicImports } = parseSync(file, text).module
  const parts = [...staticImports, ...dynamicImports.map(({ moduleRequest }) => moduleRequest)]
  const { code, end } = parts
    .sort((one, other) => one.start - other.start)
    .reduce((kept, part) => ({ code: kept.code + text.slice(kept.end, part.start), end: part.end }), {
      code: '',
      end: 0,
    })
  return (code + text.slice(end)).replaceAll(/\s/g, '')
}
