import { expect, test } from 'vitest'
import { type AuditMessages, auditActions, auditMessages } from '#shared/audit.ts'
import type { AuditAction } from './audit-queries.ts'

test('has a message for every action, and only for known actions', () => {
  // The type checker reports what is missing, in either direction.
  const messages: Readonly<Record<AuditAction, AuditMessages>> = auditActions
  const known: readonly AuditAction[] = Object.keys(auditActions) as (keyof typeof auditActions)[]
  expect(known.map((action) => messages[action].does)).not.toContain('')
})

test('shows an unknown action by its name', () => {
  expect(auditMessages('something.new')).toEqual({ does: 'something.new', about: 'none' })
  expect(auditMessages('toString')).toEqual({ does: 'toString', about: 'none' })
})
