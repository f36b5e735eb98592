import { describe, expect, it } from 'vitest'
import { sessionEnd } from './staff-frame.tsx'

const endsAt = '2025-06-01T16:00:00.000Z'
const msBeforeEnd = (ms: number) => sessionEnd(endsAt, Date.parse(endsAt) - ms)

describe('sessionEnd', () => {
  it('is open while more than five minutes are left', () => {
    expect(msBeforeEnd(5 * 60_000 + 1)).toEqual({ kind: 'open' })
  })

  it('is ending from five minutes before the end, with minutes rounded up', () => {
    expect(msBeforeEnd(5 * 60_000)).toEqual({ kind: 'ending', minutes: 5 })
    expect(msBeforeEnd(61_000)).toEqual({ kind: 'ending', minutes: 2 })
    expect(msBeforeEnd(1)).toEqual({ kind: 'ending', minutes: 1 })
  })

  it('is over at the end and after it', () => {
    expect(msBeforeEnd(0)).toEqual({ kind: 'over' })
    expect(msBeforeEnd(-1)).toEqual({ kind: 'over' })
  })

  it('is over when the end is not a date', () => {
    expect(sessionEnd('soon', 0)).toEqual({ kind: 'over' })
  })
})
