import type { Access } from '../auth/permissions.ts'

/** Whom a call can stand for. 'newcomer' and 'unenrolled' are staff with something to do before anything else. */
export const viewerKinds = ['nobody', 'customer', 'owner', 'reviewer', 'support', 'newcomer', 'unenrolled'] as const
export type ViewerKind = (typeof viewerKinds)[number]
export type Ruling = 'allowed' | 401 | 403

const everybody = {
  nobody: 'allowed',
  customer: 'allowed',
  owner: 'allowed',
  reviewer: 'allowed',
  support: 'allowed',
  newcomer: 'allowed',
  unenrolled: 'allowed',
} as const
const dutyFirst = { newcomer: 403, unenrolled: 403 } as const
const outside = { nobody: 401, customer: 403 } as const
const anyStaff = { ...everybody, ...outside, ...dutyFirst } as const

/** What each is answered: allowed, or the status that refuses them. */
export const accessRules: Readonly<Record<Access, Readonly<Record<ViewerKind, Ruling>>>> = {
  anyone: everybody,
  customer: {
    nobody: 401,
    customer: 'allowed',
    owner: 401,
    reviewer: 401,
    support: 401,
    newcomer: 401,
    unenrolled: 401,
  },
  member: { ...everybody, ...dutyFirst, nobody: 401 },
  staff: anyStaff,
  reviewer: { ...anyStaff, support: 403 },
  support: { ...anyStaff, reviewer: 403 },
  owner: { ...anyStaff, reviewer: 403, support: 403 },
  newPassword: { ...anyStaff, newcomer: 'allowed' },
  enrolment: { ...anyStaff, unenrolled: 'allowed' },
}
