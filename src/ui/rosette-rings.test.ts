import { expect, test } from 'vitest'
import { rosetteRings } from './rosette-rings.ts'

test('generates the same rings for the same reference and others for another', () => {
  expect(rosetteRings('GCE-7301')).toEqual(rosetteRings('GCE-7301'))
  expect(rosetteRings('GCE-7301')).not.toEqual(rosetteRings('GCE-7302'))
})

test('generates closed paths inside the box', () => {
  for (const ring of rosetteRings('GCE-A81K2')) {
    expect(ring).toMatch(/^M[\d. L]+Z$/)
    for (const number of ring.match(/[\d.]+/g) ?? []) expect(Number(number)).toBeLessThanOrEqual(100)
  }
})
