import { expect, test } from 'vitest'
import { isTrackingExcluded } from './tracking-consent.tsx'

test.each([
  ['/exchange', { step: 'upload' }, true],
  ['/admin', {}, true],
  ['/admin/users', {}, true],
  ['/exchange', {}, false],
  ['/exchange', { step: 'quote' }, false],
  ['/exchange', { step: 'done' }, false],
  ['/', { step: 'upload' }, false],
])('excludes %s with %j from tracking: %s', (pathname, search, isExcluded) => {
  expect(isTrackingExcluded({ pathname, search })).toBe(isExcluded)
})
