import { describe, expect, it } from 'vitest'
import { firstSubmission, neighbour, nextSubmission } from './next-submission.ts'

const row = (id: string, status: 'pending' | 'processing' | 'rejected' | 'registered' = 'pending') => ({ id, status })
const nobody = () => false

describe('neighbour', () => {
  const rows = [row('a'), row('b')]
  it('is the row beside, and none beyond the ends', () => {
    expect(neighbour(rows, 'a', 1)).toBe(rows[1])
    expect(neighbour(rows, 'b', 1)).toBeUndefined()
    expect(neighbour(rows, 'a', -1)).toBeUndefined()
  })

  it('is the first row when none is chosen', () => {
    expect(neighbour(rows, undefined, 1)).toBe(rows[0])
  })
})

describe('the first in line', () => {
  const rows = [row('a', 'rejected'), row('b'), row('c', 'processing')]
  it('is the first that waits', () => {
    expect(firstSubmission(rows, nobody)?.id).toBe('b')
  })

  it('skips orders that a colleague has open while there are others', () => {
    expect(firstSubmission(rows, (id) => id === 'b')?.id).toBe('c')
    expect(firstSubmission(rows, () => true)?.id).toBe('b')
  })

  it('is none where nothing waits', () => {
    expect(firstSubmission(rows.slice(0, 1), nobody)).toBeUndefined()
  })
})

describe('the next in line', () => {
  it('is the next below that waits', () => {
    const rows = [row('a'), row('b', 'rejected'), row('c', 'registered'), row('d', 'processing')]
    expect(nextSubmission(rows, 'a', nobody)?.id).toBe('d')
  })

  it('is not one that somebody else has open', () => {
    expect(nextSubmission([row('a'), row('b'), row('c')], 'a', (id) => id === 'b')?.id).toBe('c')
  })

  it('begins again at the top after the last', () => {
    expect(nextSubmission([row('a'), row('b'), row('c')], 'c', nobody)?.id).toBe('a')
  })

  it('is none when nothing else waits that is free', () => {
    expect(nextSubmission([row('a'), row('b')], 'a', (id) => id === 'b')).toBeUndefined()
  })

  it('is simply the next one where everything is decided', () => {
    const rows = [row('a', 'rejected'), row('b', 'rejected')]
    expect(nextSubmission(rows, 'a', nobody)?.id).toBe('b')
    expect(nextSubmission(rows, 'b', nobody)).toBeUndefined()
  })

  it('is the first that waits when the decided one has left the list', () => {
    expect(nextSubmission([row('b'), row('c')], 'gone', nobody)?.id).toBe('b')
  })
})
