import { derivedRoutes } from './derived-routes.ts'
import { aPhoto, multipart, submitFields } from './factories.ts'
import { aSignedWebhook } from './fake-paypal/connect-fake-paypal.ts'
import { problemRoutes } from './problem-calls.ts'
import { type MakeCall, requestFor } from './route-call.ts'
import { visitorId } from './visits.ts'

let count = 0

/** A valid call of each route; customer data in it is Dana's. Those of procedures are derived. */
export const routeCalls: Readonly<Record<string, MakeCall>> = {
  'GET /api/health': () => ({ url: '/api/health' }),
  'GET /api/ready': () => ({ url: '/api/ready' }),
  'GET /api/tags': () => ({ url: '/api/tags' }),
  'GET /api/openapi.json': () => ({ url: '/api/openapi.json' }),
  'GET /api/docs': () => ({ url: '/api/docs' }),
  'POST /api/visits': () => ({
    url: '/api/visits',
    body: { visitorId: visitorId(`visitor${++count}`), page: '/', sign: 'view' },
  }),
  'POST /api/uploads': () => ({
    url: '/api/uploads',
    ...multipart({}, [{ name: 'front.png', bytes: aPhoto(), field: 'file' }]),
  }),
  'POST /api/submit': () => ({
    url: '/api/submit',
    ...multipart(submitFields(), [{ name: 'front.png', bytes: aPhoto() }]),
  }),
  'GET /api/files/:id': ({ photoId }) => requestFor(photoId, (id) => `/api/files/${id}?download=1`),
  'GET /api/user/transactions.csv': () => ({ url: '/api/user/transactions.csv?status=pending&search=a&sort=value' }),
  'GET /api/admin/submissions.csv': () => ({ url: '/api/admin/submissions.csv?status=pending&search=apple' }),
  'POST /api/admin/submissions/:id/evidence': ({ submissionId }) => ({
    ...requestFor(submissionId, (id) => `/api/admin/submissions/${id}/evidence`),
    ...multipart({ boxes: '[]' }, [{ name: 'balance.png', bytes: aPhoto(), field: 'file' }]),
  }),
  'POST /api/webhooks/paypal': async ({ app }) => {
    const { headers, body } = await aSignedWebhook(app)
    return { url: '/api/webhooks/paypal', headers, payload: body }
  },
  ...problemRoutes,
  'GET /api/admin/ledger.csv': () => ({ url: '/api/admin/ledger.csv?account=cards' }),
  'GET /api/admin/journal.csv': () => ({ url: '/api/admin/journal.csv?month=2026-11' }),
  'GET /api/admin/ledger.beancount': () => ({ url: '/api/admin/ledger.beancount?month=2026-11' }),
  'GET /api/admin/reports/business.csv': () => ({ url: '/api/admin/reports/business.csv?by=method' }),
  'GET /api/admin/reports/losses.csv': () => ({ url: '/api/admin/reports/losses.csv?by=reviewer' }),
  'GET /api/admin/sellers.csv': () => ({ url: '/api/admin/sellers.csv?year=2026' }),
  'GET /api/admin/insider-report.csv': () => ({
    url: '/api/admin/insider-report.csv?from=2026-11-01T00:00:00Z&to=2026-11-23T00:00:00Z',
  }),
  'GET /api/catalogue': () => ({ url: '/api/catalogue' }),
  'GET /api/admin/rates.csv': () => ({ url: '/api/admin/rates.csv?version=1' }),
  'GET /api/admin/payouts.csv': () => ({ url: '/api/admin/payouts.csv?from=2026-11-01&to=2026-11-30' }),
  'GET /api/admin/inventory/items.csv': () => ({ url: '/api/admin/inventory/items.csv?state=disposed' }),
  'GET /api/admin/users.csv': () => ({ url: '/api/admin/users.csv?search=dana' }),
  'POST /api/admin/chat/reply': ({ chatId }) => ({
    url: '/api/admin/chat/reply',
    body: { sessionId: chatId, message: 'It is on its way.' },
  }),
  ...derivedRoutes,
}
