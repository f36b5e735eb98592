/** It decides where an entry links to. */
type AuditObject =
  | 'submission'
  | 'payout'
  | 'payout-file'
  | 'lot'
  | 'statement-account'
  | 'statement-line'
  | 'file'
  | 'person'
  | 'staff'
  | 'chat'
  | 'token'
  | 'none'

export type AuditMessages = { does: string; about: AuditObject }

/** Every action of the audit log by its group, phrased to follow a name: 'Robin Lee' 'opened a photo'. */
export const auditGroups = {
  Orders: {
    'submission.revealed': 'revealed a number',
    'submission.decided': 'decided an order',
    'submission.undone': 'undid a decision',
    'submission.noted': 'wrote a note',
    'submission.taken-over': 'took over an order',
    'check.recorded': 'checked the balance of a card',
    'evidence.added': 'added evidence to an order',
    'submission.approved': 'approved a payout',
    'submission.withdrawn': 'withdrew an order',
    'submission.photo-replaced': 'replaced a photo of an order',
    'submission.photos-added': 'added photos to an order',
    'request.made': 'requested something of a seller',
    'request.withdrawn': 'withdrew a request to a seller',
    'request.answered': 'answered a request',
    'request.expired': 'ended a request without an answer',
    'offer.made': 'made a counter-offer',
    'offer.accepted': 'accepted a counter-offer',
    'offer.declined': 'declined a counter-offer',
    'offer.expired': 'ended a counter-offer without an answer',
    'submissions.exported': 'exported submissions',
    'appeal.opened': 'appealed a decision',
    'appeal.withdrawn': 'withdrew an appeal',
    'appeal.decided': 'answered an appeal',
    'file.viewed': 'opened a photo',
    'file.damaged': 'tried to open a damaged file',
  },
  Payouts: {
    'payout.begun': 'began to pay a payout by hand',
    'payout.sending': 'sent a payout by a provider',
    'payout.sent': 'marked a payout as sent',
    'payout.given-back': 'gave a payout back unpaid',
    'payout.held': 'held a payout',
    'payout.lifted': 'lifted the hold of a payout',
    'payout.released': 'released a payout',
    'payout.canceled': 'canceled a payout',
    'payout.returned': 'recorded an unpaid payout',
    'payout.debt-closed': 'closed the debt of a payout',
    'payout.cancel-asked': 'asked PayPal to cancel a payout',
    'payout.fee-corrected': 'corrected the fee of a payout',
    'payout.reference-corrected': 'corrected the reference of a payout',
    'payout.settled-by-hand': 'recorded what became of a payout',
    'payout.shown-again': 'saw again where a payout goes',
    'payouts.exported': 'downloaded a payment file',
    'payout-list.exported': 'exported payouts',
    'statement.account-made': 'added an account for statements',
    'statement.account-changed': 'changed an account for statements',
    'statement.imported': 'imported a statement',
    'statement.import-taken-back': 'took back the import of a statement',
    'statement.rematched': 'matched open statement lines again',
    'statement.matched': 'matched a statement line',
    'statement.unmatched': 'unmatched a statement line',
    'statement.balance-typed': 'entered a balance of the bank',
    'statement.money-moved': 'moved money',
    'statement.adjusted': 'made an adjusting entry',
    'statement.entry-reversed': 'reversed an adjusting entry',
    'month.closed': 'closed a month',
    'month.reopened': 'reopened a month',
    'webhook.refused': 'sent a webhook that was refused',
    'ledger.exported': 'exported the ledger',
    'ledger.day-moved': 'booked on the first open day',
    'ledger.mended': 'corrected the ledger on the server',
  },
  Reports: {
    'reports.exported': 'exported a report of the business',
    'sellers.exported': 'exported what sellers were paid',
  },
  Inventory: {
    'item.disposed': 'recorded what became of a card',
    'item.corrected': 'corrected what became of a card',
    'inventory.exported': 'exported the cards that were bought',
    'buyer.added': 'added a buyer of cards',
    'buyer.renamed': 'renamed a buyer of cards',
    'buyer.erased': 'erased the name of a buyer of cards',
    'act.asked': 'asked for what needs a second person',
    'act.released': 'released what waited',
    'act.canceled': 'canceled what waited',
    'act.expired': 'let expire what waited',
    'act.overtaken': 'released what had changed since',
    'lot.made': 'offered cards as a lot',
    'lot.released': 'released a lot',
    'lot.downloaded': 'downloaded a lot',
    'lot.recorded': 'recorded what became of a lot',
    'lot.canceled': 'canceled a lot',
    'problem.reported': 'reported a problem with a paid card',
    'problem.decided': 'decided a problem with a paid card',
    'problem.undone': 'undid a decision on a problem with a paid card',
    'problem.repaid': 'recorded what a seller has repaid',
    'problem.waived': 'waived what a seller owes',
    'problem.set-off-offered': 'offered to set off a payout',
    'problem.set-off-withdrawn': 'withdrew an offer to set off a payout',
    'problem.set-off-accepted': 'accepted that a payout is set off',
    'problem.set-off-declined': 'declined that a payout is set off',
  },
  Chat: {
    'chat.replied': 'replied to a customer',
    'chat.assigned': 'assigned a conversation',
    'chat.closed': 'closed a conversation',
    'chat.reopened': 'reopened a conversation',
    'answer.saved': 'changed a saved answer',
    'answer.removed': 'removed a saved answer',
  },
  Customers: {
    'account.signed-in': 'signed in as a customer',
    'account.sign-in-refused': 'failed to sign in as a customer',
    'account.sign-in-limited': 'made too many attempts to sign in as a customer',
    'account.signed-out': 'signed out as a customer',
    'account.password-changed': 'changed their password',
    'account.password-reset': 'reset their password by email',
    'account.email-changed': 'changed their email address',
    'account.payout-changed': 'changed where a payout goes',
    'account.payment-method-added': 'added a payment method',
    'account.deleted': 'deleted their account',
    'users.read': 'viewed the customer list',
    'users.exported': 'exported the customer list',
    'orders.read': "viewed a customer's orders",
    'user.disabled': 'disabled a customer',
    'user.enabled': 'enabled a customer',
  },
  Staff: {
    'report.read': 'viewed the insider report',
    'report.exported': 'exported the insider report',
    'staff.added': 'added a staff account',
    'staff.signed-in': 'signed in',
    'staff.sign-in-refused': 'failed to sign in',
    'staff.sign-in-limited': 'made too many attempts to sign in',
    'staff.signed-out': 'signed out',
    'staff.code-asked': 'entered the right password and was asked for a code',
    'staff.code-refused': 'entered a wrong code',
    'staff.changed': 'changed a staff account',
    'staff.disabled': 'disabled a staff account',
    'staff.enabled': 'enabled a staff account',
    'staff.reset': "reset a staff member's sign-in",
    'staff.linked': 'linked a staff account to a customer',
    'staff.unlinked': 'unlinked a staff account from a customer',
    'staff.second-factor-added': 'turned on two-step verification',
    'staff.second-factor-removed': 'turned off two-step verification',
    'staff.recovery-codes-made': 'created new recovery codes',
    'call.refused': 'was denied access',
    'token.made': 'created an API token',
    'token.acted': 'acted for a customer',
    'token.revoked': 'revoked an API token',
  },
  'Rates, rules and site': {
    'rates.published': 'published rates',
    'rates.exported': 'exported rates',
    'policy.changed': 'changed the rules',
    'policy.waits': 'made rules that wait for a second person',
    'policy.taken-back': 'took rules back that waited',
    'policy.overtaken': 'replaced rules that waited',
    'site.changed': 'changed what the site says about itself',
    'setup.confirmed': 'confirmed a step of opening the shop',
    'setup.dismissed': 'hid the steps of opening the shop',
    'setup.shown': 'showed the steps of opening the shop again',
    'setup.mail-sent': 'sent a test email',
  },
  Data: {
    'keys.rotated': 'created a data key',
    'keys.retired': 'retired a data key',
    'data.cleared': 'cleared all data',
    'data.restored': 'restored a backup',
  },
} as const satisfies Record<string, Record<string, string>>

type ActionIn<Group> = Group extends object ? keyof Group & string : never
type AuditAction = ActionIn<(typeof auditGroups)[keyof typeof auditGroups]>
type WordOf<Action> = Action extends `${infer Word}.${string}` ? Word : never

const objectsOfWords: Readonly<Record<WordOf<AuditAction>, AuditObject>> = {
  submission: 'submission',
  check: 'submission',
  evidence: 'submission',
  request: 'submission',
  offer: 'submission',
  submissions: 'none',
  appeal: 'submission',
  file: 'file',
  payout: 'payout',
  payouts: 'payout-file',
  'payout-list': 'none',
  statement: 'statement-line',
  month: 'none',
  webhook: 'none',
  ledger: 'none',
  reports: 'none',
  sellers: 'none',
  item: 'submission',
  inventory: 'none',
  buyer: 'none',
  lot: 'lot',
  act: 'none',
  problem: 'submission',
  chat: 'chat',
  answer: 'none',
  account: 'person',
  users: 'none',
  orders: 'person',
  user: 'person',
  report: 'none',
  staff: 'staff',
  call: 'none',
  token: 'token',
  rates: 'none',
  policy: 'none',
  site: 'none',
  setup: 'none',
  keys: 'none',
  data: 'none',
}
const ofStatementAccount =
  /^statement\.(account-made|account-changed|imported|import-taken-back|rematched|balance-typed|money-moved)$/

function objectOf(action: AuditAction) {
  const [word] = action.split('.') as [WordOf<AuditAction>]
  if (ofStatementAccount.test(action)) return 'statement-account'
  return action === 'token.acted' ? 'person' : objectsOfWords[word]
}

export const auditActions = Object.fromEntries(
  Object.values(auditGroups)
    .flatMap((actions) => Object.entries(actions) as [AuditAction, string][])
    .map(([action, does]) => [action, { does, about: objectOf(action) }]),
) as Readonly<Record<AuditAction, AuditMessages>>

export const customerSignIns: readonly string[] = [
  'account.signed-in',
  'account.sign-in-refused',
  'account.sign-in-limited',
  'account.signed-out',
]

/** The text of an action; for an action of another version, its name. */
export function auditMessages(action: string): AuditMessages {
  return Object.hasOwn(auditActions, action) ? auditActions[action as AuditAction] : { does: action, about: 'none' }
}

export const AUDIT_PAGE = 50
