import { expect, it } from 'vitest'
import { needsDecision } from '#shared/queue.ts'
import type { Submission } from '#shared/submission-schema.ts'
import { nothing, selectRange, stillListed, toggleRow, whatCanChange } from './select-rows.ts'

const rows = ['a', 'b', 'c', 'd'].map((id, at) => ({ id, version: at + 1 }))
const [a, , c] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]]

it('selects a row with its version and deselects it', () => {
  const chosen = toggleRow(nothing, c)
  expect([...chosen]).toEqual([['c', 3]])
  expect(toggleRow(chosen, c).size).toBe(0)
})

it('selects a range in both directions and keeps the former selection', () => {
  expect([...selectRange(nothing, rows, 'b', 'd').keys()]).toEqual(['b', 'c', 'd'])
  expect([...selectRange(toggleRow(nothing, a), rows, 'd', 'c').keys()].sort()).toEqual(['a', 'c', 'd'])
})

it('selects one row if the range has no start', () => {
  expect([...selectRange(nothing, rows, undefined, 'b').keys()]).toEqual(['b'])
})

it('keeps the version from the time of selection', () => {
  const chosen = toggleRow(nothing, a)
  const later = rows.map((row) => ({ ...row, version: row.version + 10 }))
  expect(selectRange(chosen, later, 'a', 'a').get('a')).toBe(1)
})

it('deselects rows that left the page', () => {
  const chosen = selectRange(nothing, rows, 'a', 'c')
  expect([...stillListed(chosen, rows.slice(2)).keys()]).toEqual(['c'])
})

const order = (id: string, status: Submission['status'], state?: 'ready' | 'sending' | 'returned') =>
  ({
    id,
    status,
    version: 1,
    payoutAmount: 92,
    payout: state && { id: 'PO', state, holds: [] },
  }) as unknown as Submission
const orders = [
  order('pending', 'pending'),
  order('warned', 'pending'),
  order('checked', 'processing'),
  order('back', 'processing', 'returned'),
  order('approved', 'processing', 'ready'),
  order('paying', 'processing', 'sending'),
  order('paid', 'completed'),
  order('rejected', 'rejected'),
]
const all = orders.reduce(toggleRow, nothing)
const idsOf = (items: readonly { submissionId: string }[]) => items.map(({ submissionId }) => submissionId)

it('offers each bulk action for orders that need a decision and that it changes', () => {
  const can = whatCanChange(all, orders, { byId: new Map([['warned', ['same-card']]]), areKnown: true })
  expect(idsOf(can.reject)).toEqual(orders.filter(needsDecision).map(({ id }) => id))
  expect(idsOf(can.reject)).toEqual(['pending', 'warned', 'checked', 'back'])
  expect(idsOf(can.process)).toEqual(['pending', 'warned'])
  expect(idsOf(can.approve)).toEqual(['pending', 'checked', 'back'])
  expect(can.warned).toBe(1)
})

it('approves none until the warnings are known', () => {
  expect(whatCanChange(all, orders, { byId: new Map(), areKnown: false }).approve).toEqual([])
})
