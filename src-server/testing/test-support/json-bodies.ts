import { policyDefaults } from '#shared/policy.ts'
import { siteDefaults } from '#shared/site-settings.ts'
import { documentedRoutes } from '../../web/rest/routes.ts'

const payoutCalls = Object.keys(documentedRoutes).filter(
  (call) =>
    call.startsWith('POST /api/admin/payouts/') ||
    call.startsWith('POST /api/admin/problems/') ||
    call.endsWith('/payout-method'),
)

const inventoryWrites = Object.keys(documentedRoutes).filter((call) =>
  /^(POST|PATCH) \/api\/admin\/inventory\//.test(call),
)
const { provider, ...accountWithoutProvider } = {
  ...{ name: 'First Bank', provider: 'hand', methods: ['bank'], openingBalance: 1000.5, openingOn: '2026-11-01' },
}
const account = { ...accountWithoutProvider, provider }

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
  'POST /api/user/transactions/:id/quote-again': {},
  'PUT /api/user/transactions/:id/photos/:fileId': { newFileId: 'x4Jv1cQm0Zs7dK9LwT2b8A' },
  'POST /api/admin/login': { username: 'owner', password: 'the-owner-of-this-test' },
  'POST /api/admin/submissions/:id/reveal': { field: 'cardNumber' },
  'POST /api/admin/submissions/:id/checks': { outcome: 'zero', how: 'website' },
  'PATCH /api/submissions/:id/status': { status: 'completed' },
  'POST /api/visits': { visitorId: 'AAAAAAAAAAAAAAAAAAAAAA', page: '/', sign: 'view' },
  'PATCH /api/admin/users/:id': { isActive: false },
  'POST /api/admin/rates': { ...documentedRoutes['POST /api/admin/rates']?.example, base: 1 },
  'POST /api/admin/rates/revert': { base: 1, version: 1, note: 'As before' },
  'POST /api/admin/rates/import': { csv: 'slug,from,to,rate\nsteam,50,5000,90' },
  'POST /api/admin/setup/confirm': { step: 'rates' },
  'PUT /api/admin/setup/dismissed': { isDismissed: false },
  'POST /api/admin/setup/test-mail': { to: 'owner@shop.example' },
  'PUT /api/admin/site': { base: 0, values: { ...siteDefaults, brandName: 'Card Corner' } },
  'POST /api/admin/site/revert': { base: 0, version: 0 },
  'PUT /api/admin/policies/:name': { base: 0, values: policyDefaults.reviews },
  ...Object.fromEntries(payoutCalls.map((call) => [call, documentedRoutes[call]?.example ?? {}])),
  'POST /api/admin/payout-files': { format: 'bank', payouts: [{ id: 'PO-7K3M9Q2XVB', version: 3 }] },
  ...Object.fromEntries(inventoryWrites.map((call) => [call, documentedRoutes[call]?.example ?? {}])),
  'POST /api/admin/inventory/:id/dispositions': { version: 1, kind: 'charged-back' },
  'POST /api/admin/inventory/dispositions': { items: [{ id: 'GCE-7K3M9Q2XVB', version: 1 }], kind: 'charged-back' },
  'POST /api/admin/lots': { buyer: 'Card Resale Inc.', items: [{ submissionId: 'GCE-7K3M9Q2XVB', price: 96 }] },
  'POST /api/admin/lots/:id/download': { currentPassword: 'a long password' },
  'POST /api/admin/lots/:id/outcome': { outcome: 'paid' },
  'POST /api/admin/statement-accounts': account,
  'POST /api/admin/statement-accounts/:id': accountWithoutProvider,
  'POST /api/admin/statement-columns': { csv: 'Date,Amount\n2026-11-20,-92.00' },
  'POST /api/admin/statement-accounts/:id/import': { csv: 'Date,Amount\n2026-11-20,-92.00' },
  'POST /api/admin/statement-accounts/:id/balance': { on: '2026-11-30', balance: 1000.5 },
  'POST /api/admin/statement-lines/:id/match': { payouts: ['PO-7K3M9Q2XVB'] },
  'POST /api/admin/statement-entries': { lines: ['SL-7K3M9Q2XVB'], kind: 'fee', amount: -1.5, note: 'A fee.' },
  'POST /api/admin/problems/:id/decide': { version: 1, decision: 'write-off' },
  'POST /api/admin/problems/:id/repayments': { version: 1, amount: 92, on: '2026-11-24' },
  'POST /api/admin/submissions/:id/problems': { kind: 'drained', foundOn: '2026-11-22' },
  'POST /api/user/transactions/:id/appeal': { words: 'The card was full.' },
  'POST /api/admin/appeals/:id/decide': { outcome: 'stands', words: 'The card is empty.' },
  'POST /api/user/set-off-offers/:id/answer': { accepts: false },
  'POST /api/admin/submissions/:id/request': { version: 1, wants: ['code'] },
  'POST /api/admin/submissions/:id/offer': { version: 1, checkId: 'x4Jv1cQm0Zs7dK9LwT2b8A' },
  'POST /api/user/requests/:id/accept': { payoutAmount: 57.41 },
  'POST /api/chat/send': { subject: 'A payout', message: 'When will it arrive?' },
  'POST /api/admin/chat/reply': { sessionId: 'session_1_none', message: 'Soon.' },
}
