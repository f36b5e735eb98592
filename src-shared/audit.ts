/** The kind of object that an audit entry is about: it decides where the entry links to. */
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
    'submission.revealed': { does: 'revealed a number', about: 'submission' },
    'submission.decided': { does: 'decided an order', about: 'submission' },
    'submission.undone': { does: 'undid a decision', about: 'submission' },
    'submission.noted': { does: 'wrote a note', about: 'submission' },
    'submission.taken-over': { does: 'took over an order', about: 'submission' },
    'check.recorded': { does: 'checked the balance of a card', about: 'submission' },
    'evidence.added': { does: 'added evidence to an order', about: 'submission' },
    'submission.approved': { does: 'approved a payout', about: 'submission' },
    'submission.withdrawn': { does: 'withdrew an order', about: 'submission' },
    'submission.photo-replaced': { does: 'replaced a photo of an order', about: 'submission' },
    'submission.photos-added': { does: 'added photos to an order', about: 'submission' },
    'request.made': { does: 'requested something of a seller', about: 'submission' },
    'request.withdrawn': { does: 'withdrew a request to a seller', about: 'submission' },
    'request.answered': { does: 'answered a request', about: 'submission' },
    'request.expired': { does: 'ended a request without an answer', about: 'submission' },
    'offer.made': { does: 'made a counter-offer', about: 'submission' },
    'offer.accepted': { does: 'accepted a counter-offer', about: 'submission' },
    'offer.declined': { does: 'declined a counter-offer', about: 'submission' },
    'offer.expired': { does: 'ended a counter-offer without an answer', about: 'submission' },
    'submissions.exported': { does: 'exported submissions', about: 'none' },
    'appeal.opened': { does: 'appealed a decision', about: 'submission' },
    'appeal.withdrawn': { does: 'withdrew an appeal', about: 'submission' },
    'appeal.decided': { does: 'answered an appeal', about: 'submission' },
    'file.viewed': { does: 'opened a photo', about: 'file' },
    'file.damaged': { does: 'tried to open a damaged file', about: 'file' },
  },
  Payouts: {
    'payout.begun': { does: 'began to pay a payout by hand', about: 'payout' },
    'payout.sending': { does: 'sent a payout by a provider', about: 'payout' },
    'payout.sent': { does: 'marked a payout as sent', about: 'payout' },
    'payout.given-back': { does: 'gave a payout back unpaid', about: 'payout' },
    'payout.held': { does: 'held a payout', about: 'payout' },
    'payout.lifted': { does: 'lifted the hold of a payout', about: 'payout' },
    'payout.released': { does: 'released a payout', about: 'payout' },
    'payout.canceled': { does: 'canceled a payout', about: 'payout' },
    'payout.returned': { does: 'recorded an unpaid payout', about: 'payout' },
    'payout.debt-closed': { does: 'closed the debt of a payout', about: 'payout' },
    'payout.cancel-asked': { does: 'asked PayPal to cancel a payout', about: 'payout' },
    'payout.fee-corrected': { does: 'corrected the fee of a payout', about: 'payout' },
    'payout.reference-corrected': { does: 'corrected the reference of a payout', about: 'payout' },
    'payout.settled-by-hand': { does: 'recorded what became of a payout', about: 'payout' },
    'payout.shown-again': { does: 'saw again where a payout goes', about: 'payout' },
    'payouts.exported': { does: 'downloaded a payment file', about: 'payout-file' },
    'payout-list.exported': { does: 'exported payouts', about: 'none' },
    'statement.account-made': { does: 'added an account for statements', about: 'statement-account' },
    'statement.account-changed': { does: 'changed an account for statements', about: 'statement-account' },
    'statement.imported': { does: 'imported a statement', about: 'statement-account' },
    'statement.rematched': { does: 'matched open statement lines again', about: 'statement-account' },
    'statement.matched': { does: 'matched a statement line', about: 'statement-line' },
    'statement.unmatched': { does: 'unmatched a statement line', about: 'statement-line' },
    'statement.balance-typed': { does: 'entered a balance of the bank', about: 'statement-account' },
    'statement.adjusted': { does: 'made an adjusting entry', about: 'statement-line' },
    'statement.entry-approved': { does: 'approved an adjusting entry', about: 'statement-line' },
    'statement.entry-refused': { does: 'refused an adjusting entry', about: 'statement-line' },
    'statement.entry-reversed': { does: 'reversed an adjusting entry', about: 'statement-line' },
    'webhook.refused': { does: 'sent a webhook that was refused', about: 'none' },
    'ledger.exported': { does: 'exported the ledger', about: 'none' },
  },
  Reports: {
    'reports.exported': { does: 'exported a report of the business', about: 'none' },
    'sellers.exported': { does: 'exported what sellers were paid', about: 'none' },
  },
  Inventory: {
    'item.disposed': { does: 'recorded what became of a card', about: 'submission' },
    'item.corrected': { does: 'corrected what became of a card', about: 'submission' },
    'inventory.exported': { does: 'exported the cards that were bought', about: 'none' },
    'buyer.added': { does: 'added a buyer of cards', about: 'none' },
    'buyer.renamed': { does: 'renamed a buyer of cards', about: 'none' },
    'buyer.erased': { does: 'erased the name of a buyer of cards', about: 'none' },
    'lot.made': { does: 'offered cards as a lot', about: 'lot' },
    'lot.released': { does: 'released a lot', about: 'lot' },
    'lot.downloaded': { does: 'downloaded a lot', about: 'lot' },
    'lot.recorded': { does: 'recorded what became of a lot', about: 'lot' },
    'lot.canceled': { does: 'canceled a lot', about: 'lot' },
    'problem.reported': { does: 'reported a problem with a paid card', about: 'submission' },
    'problem.decided': { does: 'decided a problem with a paid card', about: 'submission' },
    'problem.undone': { does: 'undid a decision on a problem with a paid card', about: 'submission' },
    'problem.repaid': { does: 'recorded what a seller has repaid', about: 'submission' },
    'problem.waived': { does: 'waived what a seller owes', about: 'submission' },
    'problem.set-off-offered': { does: 'offered to set off a payout', about: 'submission' },
    'problem.set-off-withdrawn': { does: 'withdrew an offer to set off a payout', about: 'submission' },
    'problem.set-off-accepted': { does: 'accepted that a payout is set off', about: 'submission' },
    'problem.set-off-declined': { does: 'declined that a payout is set off', about: 'submission' },
  },
  Chat: {
    'chat.replied': { does: 'replied to a customer', about: 'chat' },
    'chat.assigned': { does: 'assigned a conversation', about: 'chat' },
    'chat.closed': { does: 'closed a conversation', about: 'chat' },
    'chat.reopened': { does: 'reopened a conversation', about: 'chat' },
    'answer.saved': { does: 'changed a saved answer', about: 'none' },
    'answer.removed': { does: 'removed a saved answer', about: 'none' },
  },
  Customers: {
    'account.signed-in': { does: 'signed in as a customer', about: 'person' },
    'account.sign-in-refused': { does: 'failed to sign in as a customer', about: 'person' },
    'account.sign-in-limited': { does: 'made too many attempts to sign in as a customer', about: 'person' },
    'account.signed-out': { does: 'signed out as a customer', about: 'person' },
    'account.password-changed': { does: 'changed their password', about: 'person' },
    'account.password-reset': { does: 'reset their password by email', about: 'person' },
    'account.email-changed': { does: 'changed their email address', about: 'person' },
    'account.payout-changed': { does: 'changed where a payout goes', about: 'person' },
    'account.payment-method-added': { does: 'added a payment method', about: 'person' },
    'account.deleted': { does: 'deleted their account', about: 'person' },
    'users.read': { does: 'viewed the customer list', about: 'none' },
    'users.exported': { does: 'exported the customer list', about: 'none' },
    'orders.read': { does: "viewed a customer's orders", about: 'person' },
    'user.disabled': { does: 'disabled a customer', about: 'person' },
    'user.enabled': { does: 'enabled a customer', about: 'person' },
  },
  Staff: {
    'report.read': { does: 'viewed the insider report', about: 'none' },
    'report.exported': { does: 'exported the insider report', about: 'none' },
    'staff.added': { does: 'added a staff account', about: 'staff' },
    'staff.signed-in': { does: 'signed in', about: 'staff' },
    'staff.sign-in-refused': { does: 'failed to sign in', about: 'staff' },
    'staff.sign-in-limited': { does: 'made too many attempts to sign in', about: 'staff' },
    'staff.signed-out': { does: 'signed out', about: 'staff' },
    'staff.code-asked': { does: 'entered the right password and was asked for a code', about: 'staff' },
    'staff.code-refused': { does: 'entered a wrong code', about: 'staff' },
    'staff.changed': { does: 'changed a staff account', about: 'staff' },
    'staff.disabled': { does: 'disabled a staff account', about: 'staff' },
    'staff.enabled': { does: 'enabled a staff account', about: 'staff' },
    'staff.reset': { does: "reset a staff member's sign-in", about: 'staff' },
    'staff.linked': { does: 'linked a staff account to a customer', about: 'staff' },
    'staff.unlinked': { does: 'unlinked a staff account from a customer', about: 'staff' },
    'staff.second-factor-added': { does: 'turned on two-step verification', about: 'staff' },
    'staff.second-factor-removed': { does: 'turned off two-step verification', about: 'staff' },
    'staff.recovery-codes-made': { does: 'created new recovery codes', about: 'staff' },
    'call.refused': { does: 'was denied access', about: 'none' },
    'token.made': { does: 'created an API token', about: 'token' },
    'token.acted': { does: 'acted for a customer', about: 'person' },
    'token.revoked': { does: 'revoked an API token', about: 'token' },
  },
  'Rates, rules and site': {
    'rates.published': { does: 'published rates', about: 'none' },
    'rates.exported': { does: 'exported rates', about: 'none' },
    'policy.changed': { does: 'changed the rules', about: 'none' },
    'site.changed': { does: 'changed what the site says about itself', about: 'none' },
    'setup.confirmed': { does: 'confirmed a step of opening the shop', about: 'none' },
    'setup.dismissed': { does: 'hid the steps of opening the shop', about: 'none' },
    'setup.shown': { does: 'showed the steps of opening the shop again', about: 'none' },
    'setup.mail-sent': { does: 'sent a test email', about: 'none' },
  },
  Data: {
    'keys.rotated': { does: 'created a data key', about: 'none' },
    'keys.retired': { does: 'retired a data key', about: 'none' },
    'data.cleared': { does: 'cleared all data', about: 'none' },
    'data.restored': { does: 'restored a backup', about: 'none' },
  },
} as const satisfies Record<string, Record<string, AuditMessages>>

type ActionIn<Group> = Group extends object ? keyof Group : never
type AuditAction = ActionIn<(typeof auditGroups)[keyof typeof auditGroups]>

export const auditActions: Readonly<Record<AuditAction, AuditMessages>> = Object.assign(
  {},
  ...Object.values(auditGroups),
)

/** The most frequent entries, which the log can hide. */
export const customerSignIns: readonly string[] = [
  'account.signed-in',
  'account.sign-in-refused',
  'account.sign-in-limited',
  'account.signed-out',
]

/** The text of an action; for an action of another version, its name. */
export function auditMessages(action: string): AuditMessages {
  const known: Readonly<Record<string, AuditMessages>> = auditActions
  return Object.hasOwn(known, action) ? (known[action] as AuditMessages) : { does: action, about: 'none' }
}

export const AUDIT_PAGE = 50
