import { documentedRoutes } from '../../web/rest/routes.ts'
import { appealRoutes } from './appeal-calls.ts'
import { aPhoto, aRejectedSubmission, aSubmission, multipart, submitFields } from './factories.ts'
import { aSignedWebhook } from './fake-paypal/connect-fake-paypal.ts'
import { inventoryRouteCalls } from './inventory-calls.ts'
import { lotRoutes } from './lot-calls.ts'
import {
  aBegunPayout,
  anOrderOfReturnedPayout,
  anUnclaimedPayout,
  anUnknownPayout,
  aPaidPayout,
  aPayoutFile,
  aPayoutForSecondPerson,
  aReadyPayout,
  aReadyPayPalPayout,
  aReturnedPayout,
  endAttempts,
  toBank,
  type VersionedPayout,
} from './payouts.ts'
import { problemRoutes } from './problem-calls.ts'
import { atAnotherRate, publish } from './published-rates.ts'
import { requestRoutes } from './request-calls.ts'
import { type MakeCall, NOWHERE, type RouteCall, requestFor } from './route-call.ts'
import { aSiteChange, aSiteRevert } from './site-changes.ts'
import { statementRoutes } from './statement-calls.ts'
import { customerPassword, ownerPassword, type Person } from './test-app.ts'
import { aPhotoToReplace } from './transaction-calls.ts'
import { aSign, visitorId } from './visits.ts'
import { aPhotoOfDana, type World, withPassword } from './world.ts'

let count = 0

const change = ({ id, version }: VersionedPayout, what: string, more = {}): RouteCall =>
  requestFor(id, (id) => `/api/admin/payouts/${id}/${what}`, { version, ...more })
const changeFile = async (world: World, who: Person | undefined, what: string, body = {}): Promise<RouteCall> =>
  requestFor((await aPayoutFile(world, who)).id, (id) => `/api/admin/payout-files/${id}/${what}`, body)
const example = (route: string) => documentedRoutes[route]?.example

/** A valid call of each route; customer data in it is Dana's. */
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
  'POST /api/quote': () => ({ url: '/api/quote', body: example('POST /api/quote') }),
  'POST /api/uploads': () => ({
    url: '/api/uploads',
    ...multipart({}, [{ name: 'front.png', bytes: aPhoto(), field: 'file' }]),
  }),
  'DELETE /api/uploads/:id': async (world) => requestFor(await aPhotoOfDana(world), (id) => `/api/uploads/${id}`),
  'POST /api/submit': () => ({
    url: '/api/submit',
    ...multipart(submitFields(), [{ name: 'front.png', bytes: aPhoto() }]),
  }),
  'GET /api/files/:id': ({ photoId }) => requestFor(photoId, (id) => `/api/files/${id}?download=1`),
  'GET /api/user/transactions': ({ dana }) => ({
    url: `/api/user/transactions?email=${dana.email}`,
    nowhere: { url: '/api/user/transactions?email=nowhere@mail.example' },
  }),
  'GET /api/user/transactions.csv': () => ({ url: '/api/user/transactions.csv?status=pending&search=a&sort=value' }),
  'GET /api/user/payment-methods': () => ({ url: '/api/user/payment-methods' }),
  'GET /api/user/transactions/:id': ({ submissionId }) =>
    requestFor(submissionId, (id) => `/api/user/transactions/${id}`),
  'PUT /api/user/transactions/:id/payout-method': async (world) => {
    await withPassword(world, world.dana, customerPassword)
    return requestFor(await anOrderOfReturnedPayout(world), (id) => `/api/user/transactions/${id}/payout-method`, {
      method: { type: 'paypal', details: 'dana@mail.example' },
      currentPassword: customerPassword,
    })
  },
  'POST /api/user/transactions/:id/withdraw': async ({ app, dana }) =>
    requestFor(await aSubmission(app, dana), (id) => `/api/user/transactions/${id}/withdraw`),
  'POST /api/user/transactions/:id/quote-again': async ({ app, dana, reviewer }) =>
    requestFor(await aRejectedSubmission(app, dana, reviewer), (id) => `/api/user/transactions/${id}/quote-again`, {
      cardValue: 100,
    }),
  'PUT /api/user/transactions/:id/photos/:fileId': async (world) => {
    const { id: orderId, fileId, newFileId } = await aPhotoToReplace(world)
    return requestFor(orderId, (id) => `/api/user/transactions/${id}/photos/${fileId}`, { newFileId })
  },
  'POST /api/auth/sign-up': () => ({
    url: '/api/auth/sign-up',
    body: { ...example('POST /api/auth/sign-up'), email: `dan${++count}@mail.example` },
  }),
  'POST /api/auth/sign-in': async (world) => {
    await withPassword(world, world.otherCustomer, customerPassword)
    return { url: '/api/auth/sign-in', body: { email: world.otherCustomer.email, password: customerPassword } }
  },
  'POST /api/auth/sign-out': () => ({ url: '/api/auth/sign-out' }),
  'POST /api/admin/login': () => ({
    url: '/api/admin/login',
    body: { username: 'owner', password: ownerPassword },
  }),
  'POST /api/admin/logout': () => ({ url: '/api/admin/logout' }),
  'GET /api/admin/submissions': () => ({ url: '/api/admin/submissions?page=1&limit=15&status=pending' }),
  'GET /api/admin/submissions.csv': () => ({ url: '/api/admin/submissions.csv?status=pending&search=apple' }),
  'POST /api/admin/submissions/:id/reveal': ({ submissionId }) =>
    requestFor(submissionId, (id) => `/api/admin/submissions/${id}/reveal`, { field: 'cardNumber' }),
  'GET /api/admin/submissions/:id/history': ({ submissionId }) =>
    requestFor(submissionId, (id) => `/api/admin/submissions/${id}/history`),
  'PATCH /api/submissions/:id/status': async ({ app, dana }) =>
    requestFor(await aSubmission(app, dana), (id) => `/api/submissions/${id}/status`, {
      status: 'rejected',
      reason: 'The photo is too dark.',
    }),
  'POST /api/admin/submissions/:id/approve': async ({ app, dana }) =>
    requestFor(await aSubmission(app, dana), (id) => `/api/admin/submissions/${id}/approve`, {}),
  'GET /api/admin/lists': () => ({ url: '/api/admin/lists' }),
  'POST /api/admin/submissions/:id/checks': ({ submissionId }) =>
    requestFor(submissionId, (id) => `/api/admin/submissions/${id}/checks`, { outcome: 'zero', how: 'website' }),
  'POST /api/admin/submissions/:id/evidence': ({ submissionId }) => ({
    ...requestFor(submissionId, (id) => `/api/admin/submissions/${id}/evidence`),
    ...multipart({ boxes: '[]' }, [{ name: 'balance.png', bytes: aPhoto(), field: 'file' }]),
  }),
  'GET /api/admin/payouts': () => ({ url: '/api/admin/payouts?state=ready&method=cashapp&page=1&limit=10' }),
  'GET /api/admin/payouts/:id': async (world) =>
    requestFor((await aReadyPayout(world)).id, (id) => `/api/admin/payouts/${id}`),
  'POST /api/admin/payouts/:id/release': async (world) => change(await aPayoutForSecondPerson(world), 'release'),
  'POST /api/admin/payouts/:id/hold': async (world) => change(await aReadyPayout(world), 'hold', { note: 'Ask.' }),
  'POST /api/admin/payouts/:id/lift': async (world) => {
    const { holdId, ...payout } = await aPayoutForSecondPerson(world)
    return change(payout, 'lift', { holdId })
  },
  'POST /api/admin/payouts/:id/cancel': async (world) => change(await aReadyPayout(world), 'cancel', { note: 'Bad.' }),
  'POST /api/admin/payouts/:id/begin': async (world) => change(await aReadyPayout(world), 'begin'),
  'POST /api/admin/payouts/:id/sent': async (world, who) =>
    change(await aBegunPayout(world, who), 'sent', { reference: 'CA-1' }),
  'POST /api/admin/payouts/:id/release-lock': async (world, who) =>
    change(await aBegunPayout(world, who), 'release-lock'),
  'POST /api/admin/payouts/send': async (world) => ({
    url: '/api/admin/payouts/send',
    body: { ids: [(await aReadyPayPalPayout(world)).id] },
    nowhere: { body: { ids: [NOWHERE] } },
  }),
  'POST /api/admin/payouts/:id/settle': async (world) =>
    change(await anUnknownPayout(world), 'settle', { outcome: 'paid', reference: 'PP-1' }),
  'POST /api/webhooks/paypal': async ({ app }) => {
    const { headers, body } = await aSignedWebhook(app)
    return { url: '/api/webhooks/paypal', headers, payload: body }
  },
  'GET /api/admin/payout-files': () => ({ url: '/api/admin/payout-files?page=1&limit=10' }),
  'GET /api/admin/payout-files/:id': async (world) =>
    requestFor((await aPayoutFile(world)).id, (id) => `/api/admin/payout-files/${id}`),
  'POST /api/admin/payout-files': async (world) => ({
    url: '/api/admin/payout-files',
    body: { format: 'bank', payouts: [await aReadyPayout(world, toBank)] },
    nowhere: { body: { format: 'bank', payouts: [{ id: NOWHERE, version: 1 }] } },
  }),
  'POST /api/admin/payout-files/:id/download': async (world, who) => changeFile(world, who, 'download'),
  'POST /api/admin/payout-files/:id/sent': async (world, who) =>
    changeFile(world, who, 'sent', { reference: 'WIRE-1' }),
  'POST /api/admin/payout-files/:id/put-back': async (world, who) => changeFile(world, who, 'put-back'),
  'POST /api/admin/payouts/:id/return': async (world) =>
    change(await aPaidPayout(world), 'return', { code: 'provider' }),
  'POST /api/admin/payouts/:id/cancel-unclaimed': async (world) =>
    change(await anUnclaimedPayout(world), 'cancel-unclaimed', { note: 'The customer asked.' }),
  'POST /api/admin/payouts/:id/fee': async (world) =>
    change(await aPaidPayout(world), 'fee', { fee: 1.5, note: 'The statement.' }),
  'POST /api/admin/payouts/:id/close-debt': async (world) =>
    change(await aReturnedPayout(world), 'close-debt', { note: 'It was empty.' }),
  'POST /api/admin/payouts/:id/correct-reference': async (world) =>
    change(await aPaidPayout(world), 'correct-reference', { reference: 'CA-2' }),
  ...inventoryRouteCalls,
  ...lotRoutes,
  ...problemRoutes,
  ...requestRoutes,
  ...appealRoutes,
  'GET /api/admin/ledger': () => ({ url: '/api/admin/ledger?account=cards' }),
  'GET /api/admin/ledger/balances': () => ({ url: '/api/admin/ledger/balances' }),
  ...statementRoutes,
  'GET /api/admin/ledger.csv': () => ({ url: '/api/admin/ledger.csv?account=cards' }),
  'GET /api/admin/reports/business': () => ({ url: '/api/admin/reports/business?by=brand&from=2026-01&to=2026-12' }),
  'GET /api/admin/reports/losses': () => ({ url: '/api/admin/reports/losses?by=seller&from=2026-01&to=2026-12' }),
  'GET /api/admin/reports/business.csv': () => ({ url: '/api/admin/reports/business.csv?by=method' }),
  'GET /api/admin/reports/losses.csv': () => ({ url: '/api/admin/reports/losses.csv?by=reviewer' }),
  'GET /api/admin/sellers.csv': () => ({ url: '/api/admin/sellers.csv?year=2026' }),
  'GET /api/user/statement': () => ({ url: '/api/user/statement' }),
  'GET /api/admin/insider-report.csv': () => ({
    url: '/api/admin/insider-report.csv?from=2026-11-01T00:00:00Z&to=2026-11-23T00:00:00Z',
  }),
  'POST /api/chat/send': ({ chatId }) => ({
    url: '/api/chat/send',
    body: { sessionId: chatId, message: 'When will it arrive?' },
    nowhere: { body: { sessionId: NOWHERE, message: 'When will it arrive?' } },
  }),
  'GET /api/chat/messages/:sessionId': ({ chatId }) => requestFor(chatId, (id) => `/api/chat/messages/${id}`),
  'GET /api/admin/chat/sessions': () => ({ url: '/api/admin/chat/sessions' }),
  'GET /api/admin/analytics': async ({ app, dana }) => {
    await aSign(app, dana.id)
    return { url: '/api/admin/analytics' }
  },
  'GET /api/catalogue': () => ({ url: '/api/catalogue' }),
  'GET /api/figures': () => ({ url: '/api/figures' }),
  'GET /api/admin/rates': () => ({ url: '/api/admin/rates' }),
  'POST /api/admin/rates': ({ app }) => ({
    url: '/api/admin/rates',
    body: {
      base: app.ctx.catalogue.current.version,
      changes: [atAnotherRate(app, 'steam')],
      note: 'A test',
    },
  }),
  'POST /api/admin/rates/revert': async ({ app, owner }) => {
    const version = app.ctx.catalogue.current.version
    const base = await publish(app, owner, atAnotherRate(app, 'steam'))
    return { url: '/api/admin/rates/revert', body: { base, version, note: 'A test' } }
  },
  'POST /api/admin/rates/import': () => ({
    url: '/api/admin/rates/import',
    body: { csv: 'slug,from,to,rate\nsteam,50,5000,90' },
  }),
  'GET /api/admin/rates.csv': () => ({ url: '/api/admin/rates.csv?version=1' }),
  'GET /api/admin/rates/versions': () => ({ url: '/api/admin/rates/versions' }),
  'GET /api/admin/rates/:slug/history': () => requestFor('steam', (slug) => `/api/admin/rates/${slug}/history`),
  'GET /api/admin/setup': () => ({ url: '/api/admin/setup' }),
  'POST /api/admin/setup/confirm': () => ({ url: '/api/admin/setup/confirm', body: { step: 'rates' } }),
  'PUT /api/admin/setup/dismissed': () => ({ url: '/api/admin/setup/dismissed', body: { isDismissed: true } }),
  'POST /api/admin/setup/test-mail': () => ({ url: '/api/admin/setup/test-mail', body: { to: 'owner@shop.example' } }),
  'GET /api/admin/site': () => ({ url: '/api/admin/site' }),
  'GET /api/admin/site/versions': () => ({ url: '/api/admin/site/versions' }),
  'PUT /api/admin/site': ({ app }) => ({ url: '/api/admin/site', body: aSiteChange(app) }),
  'POST /api/admin/site/revert': async ({ app, owner }) => ({
    url: '/api/admin/site/revert',
    body: await aSiteRevert(app, owner),
  }),
  'GET /api/admin/policies': () => ({ url: '/api/admin/policies' }),
  'PUT /api/admin/policies/:name': () =>
    requestFor('reviews', (name) => `/api/admin/policies/${name}`, example('PUT /api/admin/policies/:name')),
  'GET /api/admin/users': () => ({ url: '/api/admin/users?page=1&limit=15&search=dana' }),
  'GET /api/admin/users.csv': () => ({ url: '/api/admin/users.csv?search=dana' }),
  'PATCH /api/admin/users/:id': async ({ app }) =>
    requestFor((await app.customer()).id, (id) => `/api/admin/users/${id}`, { isActive: false }),
  'DELETE /api/admin/clear-all-data': async (world) => {
    await endAttempts(world)
    return { url: '/api/admin/clear-all-data' }
  },
  'POST /api/admin/chat/reply': ({ chatId }) => ({
    url: '/api/admin/chat/reply',
    body: { sessionId: chatId, message: 'It is on its way.' },
  }),
}
