import { expect, test } from 'vitest'
import { isTrackingAllowed } from './is-tracking-allowed.ts'

test.each([
  [{}, undefined, true],
  [{ doNotTrack: null }, 'accepted', true],
  [{ doNotTrack: 'unspecified', globalPrivacyControl: false }, undefined, true],
  [{ doNotTrack: '1' }, 'accepted', false],
  [{ globalPrivacyControl: true }, undefined, false],
  [{}, 'declined', false],
] as const)('a browser that says %j, with the choice %s: %s', (browser, consent, counted) => {
  expect(isTrackingAllowed(browser, consent)).toBe(counted)
})
