import { expect } from 'vitest'
import type { PageViewKind } from '#shared/analytics.ts'
import type { Person, TestApp } from './test-app.ts'

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'

type Sign = { page?: string; sign?: PageViewKind; sentAt?: number; as?: Person; userAgent?: string; ip?: string }

/** A page's visitor id, derived from this name. */
export function visitorId(name: string): string {
  return name.padEnd(22, '-').slice(0, 22)
}

/** Sends a page view event; by default a view of the front page in Firefox. `ip` needs TRUST_PROXY=127.0.0.1. */
export async function aSign(app: TestApp, name: string, given: Sign = {}): Promise<void> {
  const { page = '/', sign = 'view', sentAt, as, userAgent = firefox, ip } = given
  const response = await app.request('POST', '/api/visits', {
    ...(as && { as }),
    body: { visitorId: visitorId(name), page, sign, sentAt },
    headers: { 'user-agent': userAgent, ...(ip && { 'x-forwarded-for': ip }) },
  })
  expect([response.statusCode, response.body]).toEqual([204, ''])
}
