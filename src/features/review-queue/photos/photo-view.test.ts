import { describe, expect, it } from 'vitest'
import { nextLook, panBy, rotate, wholePhoto, zoomAt, zoomedOut } from './photo-view.ts'

const frame = { width: 400, height: 300 }
const middle = { x: 0, y: 0 }

describe('zoom', () => {
  it('is limited to a scale of 1 to 8', () => {
    expect(zoomAt(wholePhoto, 100, middle, frame).scale).toBe(8)
    expect(zoomAt(wholePhoto, 0.1, middle, frame)).toEqual(wholePhoto)
  })

  it('keeps the point under the pointer fixed', () => {
    const at = { x: 100, y: -50 }
    const near = zoomAt(wholePhoto, 2, at, frame)
    // The point `at` of the whole photo is now at (x + at * scale).
    expect(near.x + at.x * near.scale).toBe(at.x)
    expect(near.y + at.y * near.scale).toBe(at.y)
    const nearer = zoomAt(near, 1.5, at, frame)
    expect(nearer.x + at.x * nearer.scale).toBeCloseTo(at.x)
  })

  it('centres the whole photo', () => {
    const near = zoomAt(wholePhoto, 4, { x: 150, y: 100 }, frame)
    expect(zoomAt(near, 0.01, middle, frame)).toEqual(wholePhoto)
  })
})

describe('pan', () => {
  it('stops at the edges of the photo', () => {
    const near = zoomAt(wholePhoto, 3, middle, frame)
    expect(panBy(near, 1000, -1000, frame)).toMatchObject({ x: 400, y: -300 })
  })

  it('does not move a whole photo', () => {
    expect(panBy(wholePhoto, 50, 50, frame)).toEqual(wholePhoto)
  })
})

it('rotates by quarter turns in both directions', () => {
  expect(rotate(wholePhoto, -1).turns).toBe(3)
  expect([1, 2, 3, 4].reduce((view) => rotate(view, 1), wholePhoto).turns).toBe(0)
})

it('cycles through the filters', () => {
  expect(nextLook('plain')).toBe('contrast')
  expect(nextLook('contrast')).toBe('inverted')
  expect(nextLook('inverted')).toBe('plain')
})

it('keeps the rotation when zooming out', () => {
  const turned = rotate(zoomAt({ ...wholePhoto, look: 'inverted' }, 5, middle, frame), 1)
  expect(zoomedOut(turned)).toEqual({ ...wholePhoto, turns: 1, look: 'inverted' })
})
