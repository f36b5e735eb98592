import type { StaffRole } from '#shared/staff-role.ts'
import type { Access } from '../../web/auth/permissions.ts'

/** Kinds of callers. 'restrictedStaff' has a one-time password to replace, 'unenrolled' a second factor to set up. */
export type ViewerKind = 'anonymous' | 'customer' | StaffRole | 'restrictedStaff' | 'unenrolled'
export type Ruling = 'allowed' | 401 | 403

const allCallers = {
  anonymous: 'allowed',
  customer: 'allowed',
  owner: 'allowed',
  reviewer: 'allowed',
  support: 'allowed',
  finance: 'allowed',
  restrictedStaff: 'allowed',
  unenrolled: 'allowed',
} as const
const requiredActionFirst = { restrictedStaff: 403, unenrolled: 403 } as const
const notStaff = { anonymous: 401, customer: 403 } as const
const anyStaff = { ...allCallers, ...notStaff, ...requiredActionFirst } as const

/** The expected result for each kind of caller: allowed, or the status of the rejection. */
export const accessRules: Readonly<Record<Access, Readonly<Record<ViewerKind, Ruling>>>> = {
  anyone: allCallers,
  customer: {
    anonymous: 401,
    customer: 'allowed',
    owner: 401,
    reviewer: 401,
    support: 401,
    finance: 401,
    restrictedStaff: 401,
    unenrolled: 401,
  },
  member: { ...allCallers, ...requiredActionFirst, anonymous: 401 },
  staff: anyStaff,
  reviewer: { ...anyStaff, support: 403, finance: 403 },
  support: { ...anyStaff, reviewer: 403, finance: 403 },
  finance: { ...anyStaff, reviewer: 403, support: 403 },
  reviewerOrFinance: { ...anyStaff, support: 403 },
  owner: { ...anyStaff, reviewer: 403, support: 403, finance: 403 },
  newPassword: { ...anyStaff, restrictedStaff: 'allowed' },
  enrolment: { ...anyStaff, unenrolled: 'allowed' },
}
