import { expect, test } from 'vitest'
import { updateRights } from '../../accounts/account-queries.ts'
import { inRightsChange } from '../../accounts/rights-queries.ts'
import type { UserTable } from '../../platform/db/account-tables.ts'
import { procedureAccess } from '../../testing/test-support/declared-calls.ts'
import { createTestApp } from '../../testing/test-support/test-app.ts'
import { routeAccess } from '../rest/routes.ts'

type Callable = (input?: unknown) => Promise<unknown>

test('a staff role that has no permissions yet is refused by every call that needs one', async () => {
  await using app = await createTestApp()
  const colleague = await app.colleague('support')
  await inRightsChange(app.call, [colleague.id], (tx) =>
    updateRights(tx, colleague.id, { role: 'auditor' as UserTable['role'] }),
  )

  const procedures = Object.entries(procedureAccess).filter(([, access]) => access !== 'anyone')
  expect(procedures.length).toBeGreaterThan(80)
  for (const [path] of procedures) {
    const call = path
      .split('.')
      .reduce<unknown>((api, key) => (api as Record<string, unknown>)[key], colleague.api) as Callable
    await expect(call(), path).rejects.toThrow(/^(Please sign in\.|Access Denied)$/)
  }

  const routes = Object.entries(routeAccess).filter(([, access]) => access !== 'anyone')
  expect(routes.length).toBeGreaterThan(15)
  for (const [route] of routes) {
    const [method = '', url = ''] = route.split(' ')
    const { statusCode } = await app.request(method as 'GET', url.replace(/:\w+/g, 'nowhere'), { as: colleague })
    expect([401, 403], route).toContain(statusCode)
  }
})
