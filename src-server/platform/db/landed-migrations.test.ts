import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrations } from '#migrations/index.ts'

/** A digest of the code of each migration and of what they share, without comments. */
const file = new URL('../../../migrations/digests.json', import.meta.url)

function digestOf(name: string): string {
  const text = readFileSync(new URL(`../../../migrations/${name}.ts`, import.meta.url), 'utf8')
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/\s+/g, ' ')
  return createHash('sha256').update(code).digest('hex').slice(0, 12)
}

test('a landed migration never changes: a change is a migration of its own; npm run docs:generate adds its digest', () => {
  const names = [...Object.keys(migrations), 'statements']
  const digests = Object.fromEntries(names.map((name) => [name, digestOf(name)]))
  const landed = JSON.parse(readFileSync(file, 'utf8'))
  if (process.env.UPDATE_DOCS === '1') writeFileSync(file, `${JSON.stringify({ ...digests, ...landed }, null, 2)}\n`)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(digests)
})
