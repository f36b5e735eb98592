import { invalidRequest } from './fake-paypal-api.mjs'

const routes = [
  ['POST', /^\/v1\/oauth2\/token$/, 'token'],
  ['POST', /^\/v1\/payments\/payouts$/, 'create'],
  ['GET', /^\/v1\/payments\/payouts\/([^/]+)$/, 'batch'],
  ['GET', /^\/v1\/payments\/payouts-item\/([^/]+)$/, 'item'],
  ['POST', /^\/v1\/payments\/payouts-item\/([^/]+)\/cancel$/, 'cancel'],
  ['GET', /^\/v1\/reporting\/balances$/, 'balance'],
  ['POST', /^\/v1\/notifications\/verify-webhook-signature$/, 'verify'],
]

export function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Makes a call of PayPal's API: returns its answer, and the fault that replaces it; without an answer the call has not
 * acted. Returns undefined for an unknown path.
 */
export function payPalCalls({ api, webhooks, control }) {
  function act(operation, id, headers, text) {
    if (operation === 'token') return api.token(headers, text)
    if (!api.isAuthorized(headers))
      return { status: 401, body: { error: 'invalid_token', error_description: 'Token signature verification failed' } }
    if (operation === 'batch') return api.showBatch(id)
    if (operation === 'item') return api.showItem(id)
    if (operation === 'balance') return api.showBalances()
    if (operation === 'cancel') return api.cancelItem(id)
    const request = parse(text)
    if (request === undefined) return invalidRequest('body', 'MALFORMED_REQUEST_JSON')
    return operation === 'create' ? api.create(request) : webhooks.verification(text, request)
  }

  return ({ method, pathname, headers, text }) => {
    const [route] = routes.flatMap(([verb, pattern, operation]) => {
      const found = verb === method ? pattern.exec(pathname) : null
      return found ? [{ operation, id: found[1] }] : []
    })
    if (!route) return undefined
    if (route.operation === 'create') api.countPost(parse(text))
    const fault = control.takeFault(route.operation)
    if (fault?.when === 'before') return { fault }
    return { fault, answer: act(route.operation, route.id, headers, text) }
  }
}
