import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('shows every primitive', () => {
  const folder = (path: string) => new URL(path, import.meta.url)
  const shown = readdirSync(folder('.')).map((file) => readFileSync(folder(file), 'utf8'))
  // Those that need the router or the session are shown by pages.
  const needsApp = (file: string) => /@tanstack|lib\/staff-session/.test(readFileSync(folder(`../ui/${file}`), 'utf8'))
  const primitives = readdirSync(folder('../ui')).filter((file) => file.endsWith('.tsx') && !needsApp(file))
  expect(primitives.length).toBeGreaterThan(20)
  const missing = primitives.filter((file) => !shown.some((text) => text.includes(`#client/ui/${file}'`)))
  expect(missing).toEqual([])
})
