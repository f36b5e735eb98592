import { expect, test } from 'vitest'
import { isTrackingAllowed } from './page-view-beacon.tsx'

test.each([
  [{}, undefined, true],
  [{ doNotTrack: null }, 'accepted', true],
  [{ doNotTrack: 'unspecified', globalPrivacyControl: false }, undefined, true],
  [{ doNotTrack: '1' }, 'accepted', false],
  [{ globalPrivacyControl: true }, undefined, false],
  [{}, 'declined', false],
] as const)('allows tracking for %j with consent %s: %s', (browser, consent, isAllowed) => {
  expect(isTrackingAllowed(browser, consent)).toBe(isAllowed)
})
