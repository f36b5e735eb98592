import { readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { root } from './read-sources.ts'

/** The oldest release of each package, and of SQLite, without known vulnerabilities. */
const minimum: Readonly<Record<string, string>> = {
  // CVE-2025-32442, -2026-25223, -2026-33806: content types that skip validation; -2026-3635, -2026-25224.
  fastify: '5.8.5',
  // CVE-2023-25576, -2025-24033; #594: a malformed body crashes the process; #630: lost parts.
  '@fastify/multipart': '10.1.0',
  // CVE-2026-15074, -2026-6414, -2026-7120: guards bypassed by how a path is written.
  '@fastify/static': '10.1.3',
  // CVE-2024-37890, -2026-45736, -2026-48779: many headers, tiny fragments.
  ws: '8.21.0',
  // CVE-2025-43855: connectionParams crash the process; -2025-68130: prototype pollution by forms.
  '@trpc/server': '11.8.0',
  // GHSA-c7w3-x93f-qmm8, -vvjj-xcjg-gr5g, -p6gq-j5cr-w38f, CVE-2025-13033, -2025-14874.
  nodemailer: '9.0.1',
  // CVE-2023-4863, -2023-40032, -2026-33327, -2026-33328, -2026-35590, -2026-35591; an optional package.
  sharp: '0.35.4',
}
/** CVE-2025-6965, -2026-11822, -2026-11824, and the WAL-reset corruption bug. */
const MINIMUM_SQLITE = '3.53.2'
/** CVE-2022-24434, -2025-47935, -2025-47944: unmaintained. */
const never = ['dicer', 'multer', '@fastify/middie']

type Lock = { packages: Record<string, { version?: string }> }
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock
/** Every installed copy of every package. */
const installed = Object.entries(lock.packages).map(([place, { version = '' }]) => ({
  name: place.split('node_modules/').at(-1) ?? '',
  version,
}))

function isBelow(version: string, least: string): boolean {
  const [one, other] = [version, least].map((text) => text.split(/[-+]/)[0]?.split('.').map(Number) ?? [])
  for (let at = 0; at < 3; at++) {
    const difference = (one?.[at] ?? 0) - (other?.[at] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

test('compares versions numerically', () => {
  expect([isBelow('5.8.4', '5.8.5'), isBelow('5.10.0', '5.8.5'), isBelow('5.8.5', '5.8.5')]).toEqual([
    true,
    false,
    false,
  ])
})

test('every installed package is at least its minimum version', () => {
  const old = installed.filter(({ name, version }) => minimum[name] !== undefined && isBelow(version, minimum[name]))
  expect(old).toEqual([])
  const found = new Set(installed.map(({ name }) => name))
  expect(Object.keys(minimum).filter((name) => name !== 'sharp' && !found.has(name))).toEqual([])
})

test('no unmaintained package is installed', () => {
  expect(installed.filter(({ name }) => never.includes(name))).toEqual([])
})

test('SQLite is at least its minimum version', () => {
  const database = new Database(':memory:')
  const { version } = database.prepare('select sqlite_version() as version').get() as { version: string }
  database.close()
  expect([version, isBelow(version, MINIMUM_SQLITE)]).toEqual([version, false])
})
