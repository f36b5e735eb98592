import type { ProcedureRoute } from './route.ts'
import { ledgerQuery, noInput, pathOnly, payoutsQuery } from './route-input.ts'

const read = { scopes: ['payouts:read'], tag: 'Payouts' } as const
const write = {
  method: 'POST',
  path: { id: 'id' },
  scopes: ['payouts:write'],
  tag: 'Payouts',
  refusals: [404, 409],
} as const
const version = { version: 3 }

/** The REST calls about payouts and the ledger. */
export const payoutRoutes: readonly ProcedureRoute[] = [
  {
    method: 'POST',
    url: '/api/admin/submissions/:id/approve',
    procedure: 'admin.review.approve',
    path: { id: 'submissionId' },
    scopes: ['submissions:write'],
    tag: 'Review',
    summary: 'Approve a card: its payout is created',
    description: 'The status is `processing`. With `undoable` the payout is held for the 8 seconds of undo.',
    example: { version: 1 },
    refusals: [409, 422],
  },
  {
    ...read,
    method: 'GET',
    url: '/api/admin/payouts',
    procedure: 'payouts.list',
    input: payoutsQuery,
    summary: 'A page of payouts',
    description: 'Destinations are masked. Those that wait are listed oldest first, all others newest first.',
    example: { page: 1, limit: 25, state: 'ready' },
  },
  {
    ...read,
    method: 'GET',
    url: '/api/admin/payouts/:id',
    procedure: 'payouts.get',
    path: { id: 'id' },
    input: pathOnly,
    summary: 'One payout with its holds, attempts and transfers',
  },
  {
    ...write,
    url: '/api/admin/payouts/:id/release',
    procedure: 'payouts.release',
    summary: 'Release a payout as its second person',
    example: version,
  },
  {
    ...write,
    url: '/api/admin/payouts/:id/hold',
    procedure: 'payouts.hold',
    summary: 'Hold a payout until someone lifts it',
    example: { ...version, words: 'Ask the brand first.' },
  },
  {
    ...write,
    url: '/api/admin/payouts/:id/lift',
    procedure: 'payouts.lift',
    summary: 'Lift a hold',
    example: { ...version, holdId: 'x4Jv1cQm0Zs7dK9LwT2b8A' },
  },
  {
    ...write,
    url: '/api/admin/payouts/:id/cancel',
    procedure: 'payouts.cancel',
    summary: 'Cancel a payout that has not left',
    example: { ...version, words: 'The card was stolen.' },
  },
  {
    ...write,
    url: '/api/admin/payouts/:id/begin',
    procedure: 'payouts.begin',
    summary: 'Begin to pay by hand: the only answer that says where the money goes',
    description: 'Who pays, and when, is in the audit log before the answer leaves. Nobody else can pay it meanwhile.',
    example: version,
  },
  {
    ...write,
    url: '/api/admin/payouts/:id/sent',
    procedure: 'payouts.markSent',
    summary: 'Mark a payout as paid by hand: the order is completed',
    example: { ...version, reference: 'CA-7K3M9Q' },
  },
  {
    ...write,
    url: '/api/admin/payouts/:id/give-back',
    procedure: 'payouts.giveBack',
    summary: 'Say that a payout was not paid: it is ready again',
    example: version,
  },
  {
    ...write,
    url: '/api/admin/payouts/:id/return',
    procedure: 'payouts.recordReturn',
    summary: 'Record that a payout came back: the order has failed',
    example: { ...version, code: 'provider' },
  },
  {
    ...write,
    url: '/api/admin/payouts/:id/close-debt',
    procedure: 'payouts.closeDebt',
    summary: 'Close what is owed for a payout that came back',
    example: { ...version, words: 'The card was empty.' },
  },
  {
    ...read,
    method: 'GET',
    url: '/api/admin/ledger',
    procedure: 'payouts.ledger',
    input: ledgerQuery,
    summary: 'A page of the ledger, newest first',
    example: { page: 1, limit: 25, account: 'cards' },
  },
  {
    ...read,
    method: 'GET',
    url: '/api/admin/ledger/balances',
    procedure: 'payouts.balances',
    input: noInput,
    summary: 'The balance of each account',
    description: 'What came in minus what went out. What is owed to all customers is the account `payable`.',
  },
]
