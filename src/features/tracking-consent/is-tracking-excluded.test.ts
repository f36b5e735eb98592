import { expect, test } from 'vitest'
import { isTrackingExcluded } from './is-tracking-excluded.ts'

test.each([
  ['/exchange', { step: 'upload' }, true],
  ['/admin', {}, true],
  ['/admin/users', {}, true],
  ['/exchange', {}, false],
  ['/exchange', { step: 'quote' }, false],
  ['/exchange', { step: 'done' }, false],
  ['/', { step: 'upload' }, false],
])('on %s with %j nothing of others is alive: %s', (pathname, search, quiet) => {
  expect(isTrackingExcluded({ pathname, search })).toBe(quiet)
})
