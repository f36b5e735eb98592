import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type NodeVersion = { canRun(version: string): boolean }
const scripts = new URL('../../scripts/', import.meta.url)
const { canRun }: NodeVersion = await import(new URL('node-version.mjs', scripts).href)

test.each(['20.19.0', '20.20.2', '22.13.0', '22.23.3', '24.0.0', '24.18.1'])('the site runs on Node.js %s', (version) =>
  expect(canRun(version)).toBe(true),
)

test.each(['24.19.0', '24.21.0', '25.0.0', '26.1.0'])('the site refuses Node.js %s', (version) =>
  expect(canRun(version)).toBe(false),
)

test('package.json and the README name the same versions', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', scripts), 'utf8'))
  expect(engines.node).toBe('^20.19.0 || ^22.13.0 || >=24.0.0 <24.19.0')
  expect(readFileSync(new URL('../README.md', scripts), 'utf8')).toContain('20.19+, 22.13+ or 24.0 to 24.18')
})
