import { policyDefaults } from '#shared/policy.ts'
import { siteDefaults } from '#shared/site-settings.ts'
import { readConfig } from '../../platform/config/config.ts'
import { apiDocument } from '../../web/rest/docs-routes.ts'
import { documentedRoutes } from '../../web/rest/routes.ts'

/** Fields that a call needs although its schema leaves them out; none for a call whose fields are all optional. */
const alsoNeeded: Readonly<Record<string, readonly string[]>> = {
  'PUT /api/user/transactions/:id/payout-method': ['currentPassword', 'method'],
  'POST /api/user/transactions/:id/quote-again': [],
  'POST /api/chat/send': ['message', 'subject'],
  'POST /api/admin/payouts/:id/sent': ['reference'],
  'POST /api/admin/payouts/:id/settle': ['reference'],
}
/** Bodies in place of the documented example, which is refused for a missing field or is too long to read. */
const others: Readonly<Record<string, Record<string, unknown>>> = {
  'PUT /api/admin/site': { base: 0, values: { ...siteDefaults, brandName: 'Card Corner' } },
  'PUT /api/admin/policies/:name': { base: 0, values: policyDefaults.reviews },
}

const document = apiDocument(readConfig({}), 'A shop')

/** The calls that need a JSON body, each with a valid one of required fields only, of its documented example. */
export const jsonBodies: Readonly<Record<string, Record<string, unknown>>> = Object.fromEntries(
  Object.entries(documentedRoutes).flatMap(([route, { method, url, example = {} }]) => {
    const { requestBody } = document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
    const { required = [] } = requestBody?.content['application/json']?.schema ?? {}
    const needed = [...(required as string[]), ...(alsoNeeded[route] ?? [])]
    if (needed.length === 0 && !(route in alsoNeeded)) return []
    return [[route, others[route] ?? Object.fromEntries(needed.map((name) => [name, example[name]]))]]
  }),
)
