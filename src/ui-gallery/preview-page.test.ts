import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('shows every primitive', () => {
  const folder = (path: string) => new URL(path, import.meta.url)
  const shown = readdirSync(folder('.')).map((file) => readFileSync(folder(file), 'utf8'))
  const primitives = readdirSync(folder('../ui')).filter((file) => file.endsWith('.tsx'))
  expect(primitives.length).toBeGreaterThan(20)
  const missing = primitives.filter((file) => !shown.some((text) => text.includes(`#client/ui/${file}'`)))
  expect(missing).toEqual([])
})
