import { expect, test } from 'vitest'
import { type AuditMessages, auditActions, auditMessages } from '#shared/audit.ts'
import type { AuditEntry } from './audit-queries.ts'

test('every action that is written has words, and every action with words is written', () => {
  // The type checker names what is missing here, in either direction.
  const words: Readonly<Record<AuditEntry['action'], AuditMessages>> = auditActions
  const known: readonly AuditEntry['action'][] = Object.keys(auditActions) as (keyof typeof auditActions)[]
  expect(known.map((action) => words[action].does)).not.toContain('')
})

test('an action of another version stands for itself', () => {
  expect(auditMessages('something.new')).toEqual({ does: 'something.new', about: 'none' })
  expect(auditMessages('toString')).toEqual({ does: 'toString', about: 'none' })
})
