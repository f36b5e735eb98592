import { expect, test } from 'vitest'
import { VISITOR_GONE_MS } from '#shared/analytics.ts'
import { createVisitors, type Sighting } from './visitors.ts'

const limits = { max: 100, maxPerNetwork: 10 }
const address = (at: number) => `${10 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}.7`
const aSighting = (visitorId: string, changes: Partial<Sighting> = {}): Sighting => ({
  visitorId,
  ip: '192.0.2.1',
  userAgent: 'Firefox',
  page: '/',
  customer: undefined,
  ...changes,
})
const ids = (visitors: ReturnType<typeof createVisitors>) => visitors.newest(1_000).map(({ id }) => id)

test('bounds memory for 200,000 visitors from as many addresses', () => {
  const visitors = createVisitors(limits)
  let largest = 0
  for (let at = 0; at < 200_000; at++) {
    visitors.see(aSighting(`visitor ${at}`, { ip: address(at) }), true, at)
    if (at % 3 === 0) visitors.leave({ visitorId: `visitor ${at}` })
    if (at % 1_000 === 0) largest = Math.max(largest, visitors.size())
  }
  expect(visitors.count()).toBe(limits.max)
  // Each visitor is in two collections; 1,000 departed ones are remembered.
  expect(Math.max(largest, visitors.size())).toBeLessThanOrEqual(2 * limits.max + 1_000)
})

test('does not displace other visitors with 200,000 from one address', () => {
  const visitors = createVisitors(limits)
  visitors.see(aSighting('a person', { ip: '198.51.100.1' }), true, 0)
  for (let at = 0; at < 200_000; at++) visitors.see(aSighting(`visitor ${at}`), true, 1)
  expect(visitors.count()).toBe(limits.maxPerNetwork + 1)
  expect(ids(visitors)).toContain('a person')
})

test('removes the least recently active visitor beyond the limit', () => {
  const visitors = createVisitors({ max: 3, maxPerNetwork: 10 })
  for (const [at, id] of ['a', 'b', 'c'].entries()) visitors.see(aSighting(id, { ip: address(at) }), true, at)
  visitors.see(aSighting('a', { ip: address(0) }), false, 4)
  visitors.see(aSighting('d', { ip: address(3) }), true, 5)
  expect(ids(visitors)).toEqual(['d', 'a', 'c'])
})

test('treats an IPv6 /64 as one network', () => {
  const visitors = createVisitors({ max: 100, maxPerNetwork: 2 })
  for (let at = 0; at < 50; at++) visitors.see(aSighting(`${at}`, { ip: `2001:db8:1:2::${at}` }), true, at)
  visitors.see(aSighting('other', { ip: '2001:db8:1:3::1' }), true, 60)
  for (let at = 0; at < 50; at++) visitors.see(aSighting(`short ${at}`, { ip: `2001:db8::${at}` }), true, at)
  expect(visitors.count()).toBe(5)
})

test('removes a visitor five minutes after the last signal', () => {
  const visitors = createVisitors(limits)
  visitors.see(aSighting('a'), true, 0)
  visitors.see(aSighting('b'), true, 1)
  expect(visitors.sweep(VISITOR_GONE_MS - 1)).toBe(false)
  expect(visitors.sweep(VISITOR_GONE_MS)).toBe(true)
  expect(ids(visitors)).toEqual(['b'])
})

test('counts a reload as another view of the same visitor', () => {
  const visitors = createVisitors(limits)
  visitors.see(aSighting('a'), true, 1_000)
  expect(visitors.leave({ visitorId: 'a' })).toBe(true)
  expect(visitors.count()).toBe(0)
  visitors.see(aSighting('a', { page: '/contact' }), true, 3_000)
  expect(visitors.newest(1)).toMatchObject([{ page: '/contact', pageViews: 2, cameAt: 1_000, lastSeenAt: 3_000 }])
})

test('a reload counts the same, whichever of its events arrives first', () => {
  const [departure, view] = [{ visitorId: 'a', sentAt: 2_000 }, aSighting('a', { page: '/contact', sentAt: 2_050 })]
  const after = (...events: readonly ('leave' | 'view')[]) => {
    const visitors = createVisitors(limits)
    visitors.see(aSighting('a', { sentAt: 1_000 }), true, 0)
    for (const event of events)
      if (event === 'leave') visitors.leave(departure)
      else visitors.see(view, true, 9)
    return visitors.newest(2)
  }
  const expected = [expect.objectContaining({ id: 'a', page: '/contact', pageViews: 2 })]
  expect(after('leave', 'view')).toEqual(expected)
  expect(after('view', 'leave')).toEqual(expected)
})

test('an event that was overtaken by the departure does not bring the visitor back, and its view counts', () => {
  const visitors = createVisitors(limits)
  visitors.leave({ visitorId: 'a', sentAt: 1_500 })
  visitors.see(aSighting('a', { sentAt: 1_000 }), true, 0)
  expect(visitors.count()).toBe(0)
  visitors.see(aSighting('b', { sentAt: 1_000 }), true, 0)
  visitors.leave({ visitorId: 'b', sentAt: 3_000 })
  visitors.see(aSighting('b', { sentAt: 2_000 }), true, 0)
  expect(visitors.count()).toBe(0)
  visitors.see(aSighting('b', { sentAt: 4_000 }), true, 0)
  expect(visitors.newest(2)).toMatchObject([{ id: 'b', pageViews: 3 }])
})

test('an older page does not replace a newer one, unless the clock of the browser was set back', () => {
  const visitors = createVisitors(limits)
  visitors.see(aSighting('a', { page: '/contact', sentAt: 100_000 }), true, 0)
  visitors.see(aSighting('a', { page: '/', sentAt: 99_000 }), true, 0)
  expect(visitors.newest(1)).toMatchObject([{ page: '/contact', pageViews: 2 }])
  visitors.see(aSighting('a', { page: '/', sentAt: 30_000 }), true, 0)
  expect(visitors.newest(1)).toMatchObject([{ page: '/', pageViews: 3 }])
  visitors.leave({ visitorId: 'a', sentAt: 31_000 })
  expect(visitors.count()).toBe(0)
})

test('counts a return after five minutes as a new visit', () => {
  const visitors = createVisitors(limits)
  visitors.see(aSighting('a'), true, 0)
  visitors.leave({ visitorId: 'a' })
  visitors.see(aSighting('a'), true, VISITOR_GONE_MS)
  expect(visitors.newest(1)).toMatchObject([{ pageViews: 1, cameAt: VISITOR_GONE_MS }])
})

test('moves a visitor whose address changes', () => {
  const visitors = createVisitors(limits)
  visitors.see(aSighting('a'), true, 0)
  visitors.see(aSighting('b'), true, 0)
  visitors.see(aSighting('a', { ip: '198.51.100.9' }), true, 1)
  expect(new Map(visitors.addresses(10))).toEqual(
    new Map([
      ['192.0.2.1', 1],
      ['198.51.100.9', 1],
    ]),
  )
  visitors.leave({ visitorId: 'a' })
  visitors.leave({ visitorId: 'b' })
  visitors.sweep(0)
  expect(visitors.addresses(10)).toEqual([])
})

test('sorts addresses by number of visitors', () => {
  const visitors = createVisitors(limits)
  for (const [id, ip] of [
    ['a', '198.51.100.1'],
    ['b', '198.51.100.2'],
    ['c', '198.51.100.2'],
  ] as const)
    visitors.see(aSighting(id, { ip }), true, 0)
  expect(visitors.addresses(1)).toEqual([['198.51.100.2', 2]])
})

test('truncates a long user agent and forgets the name when the session ends', () => {
  const visitors = createVisitors(limits)
  const customer = { name: 'Dana Reyes', sessionId: 's' }
  visitors.see(aSighting('a', { userAgent: 'x'.repeat(10_000), customer }), true, 0)
  expect(visitors.newest(1)).toMatchObject([{ userAgent: 'x'.repeat(300), customer }])
  visitors.forgetSession('another')
  expect(visitors.newest(1)).toMatchObject([{ customer }])
  visitors.forgetSession('s')
  expect(visitors.newest(1)[0]?.customer).toBeUndefined()
})

test('merges the visitors of another node by their last signal, without exceeding the limits', () => {
  const [own, other] = [createVisitors({ max: 3, maxPerNetwork: 10 }), createVisitors(limits)]
  own.see(aSighting('both', { page: '/contact' }), true, 1_000)
  own.see(aSighting('own'), true, 2_000)
  other.see(aSighting('old'), true, 0)
  other.see(aSighting('both'), true, 500)
  other.see(aSighting('both', { page: '/exchange' }), true, 3_000)
  other.see(aSighting('theirs'), true, 1_500)
  own.merge(other.newest(100))
  expect(ids(own)).toEqual(['both', 'own', 'theirs'])
  expect(own.newest(1)[0]).toMatchObject({ page: '/exchange', pageViews: 2, cameAt: 500, lastSeenAt: 3_000 })
  const before = own.newest(100)
  own.merge(other.newest(100).filter(({ id }) => id === 'both'))
  expect(own.newest(100)).toEqual(before)
  expect(own.sweep(1_500 + VISITOR_GONE_MS)).toBe(true)
  expect(ids(own)).toEqual(['both', 'own'])
})

test('a merge keeps the limit of a network', () => {
  const [own, other] = [createVisitors(limits), createVisitors(limits)]
  for (let at = 0; at < limits.maxPerNetwork; at++) {
    own.see(aSighting(`own ${at}`), true, at)
    other.see(aSighting(`other ${at}`), true, at)
  }
  own.merge(other.newest(100))
  expect(own.count()).toBe(limits.maxPerNetwork)
  expect(own.size()).toBe(2 * limits.maxPerNetwork)
})
