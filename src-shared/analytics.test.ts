import { expect, test } from 'vitest'
import { countedPage } from './analytics.ts'

test.each([
  ['/', '/'],
  ['/exchange', '/exchange'],
  ['/exchange?step=upload', '/exchange'],
  ['/Exchange/', '/exchange'],
  ['/transactions/GCE-0123456789', '/transactions'],
  ['/nowhere', 'other'],
  ['//evil.example/x', '/'],
  ['', 'other'],
  ['exchange', 'other'],
  ['/__proto__', 'other'],
  ['/constructor', 'other'],
])('counts %s as %s', (path, page) => expect(countedPage(path)).toBe(page))

test.each(['/admin', '/admin/audit', '/ADMIN', '/admin?tab=users'])('does not count %s', (path) =>
  expect(countedPage(path)).toBeUndefined(),
)

test.each(['/administrator', '/x/admin'])('counts %s, which only resembles a staff page', (path) =>
  expect(countedPage(path)).toBe('other'),
)
