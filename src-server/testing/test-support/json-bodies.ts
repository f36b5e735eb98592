import { policyDefaults } from '#shared/policy.ts'
import { documentedRoutes } from '../../web/rest/routes.ts'

const payoutCalls = Object.keys(documentedRoutes).filter(
  (call) => call.startsWith('POST /api/admin/payouts/') || call.endsWith('/payout-method'),
)

/** The calls that read a JSON body, each with a valid one of required fields only. */
export const jsonBodies: Readonly<Record<string, Record<string, unknown>>> = {
  'POST /api/quote': { cardBrand: 'apple', cardValue: 100 },
  'POST /api/auth/sign-up': {
    name: 'Tom Okafor',
    email: 'tom@mail.example',
    phone: '555-010-0100',
    password: 'secret-enough',
    confirmPassword: 'secret-enough',
  },
  'POST /api/auth/sign-in': { email: 'customer1@mail.example', password: 'a-customer-password' },
  'POST /api/admin/login': { username: 'owner', password: 'the-owner-of-this-test' },
  'POST /api/admin/submissions/:id/reveal': { field: 'cardNumber' },
  'PATCH /api/submissions/:id/status': { status: 'completed' },
  'POST /api/visits': { visitorId: 'AAAAAAAAAAAAAAAAAAAAAA', page: '/', sign: 'view' },
  'PATCH /api/admin/users/:id': { isActive: false },
  'POST /api/admin/rates': { ...documentedRoutes['POST /api/admin/rates']?.example, base: 1 },
  'POST /api/admin/rates/revert': { base: 1, version: 1, note: 'As before' },
  'POST /api/admin/rates/import': { csv: 'slug,from,to,rate\nsteam,50,5000,90' },
  'PUT /api/admin/policies/:name': { base: 0, values: policyDefaults.reviews },
  ...Object.fromEntries(payoutCalls.map((call) => [call, documentedRoutes[call]?.example ?? {}])),
  'POST /api/chat/send': { subject: 'A payout', message: 'When will it arrive?' },
  'POST /api/admin/chat/reply': { sessionId: 'session_1_none', message: 'Soon.' },
}
