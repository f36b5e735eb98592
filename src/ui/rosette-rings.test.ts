import { expect, test } from 'vitest'
import { rosetteRings } from './rosette-rings.ts'

test('the same reference has the same seal and another reference another one', () => {
  expect(rosetteRings('GCE-7301')).toEqual(rosetteRings('GCE-7301'))
  expect(rosetteRings('GCE-7301')).not.toEqual(rosetteRings('GCE-7302'))
})

test('every ring is a closed path inside its box', () => {
  for (const ring of rosetteRings('GCE-A81K2')) {
    expect(ring).toMatch(/^M[\d. L]+Z$/)
    for (const number of ring.match(/[\d.]+/g) ?? []) expect(Number(number)).toBeLessThanOrEqual(100)
  }
})
