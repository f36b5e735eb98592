/** The kind of object that an audit entry is about: it decides where the entry links to. */
type AuditObject = 'submission' | 'file' | 'person' | 'staff' | 'chat' | 'token' | 'none'

export type AuditMessages = { does: string; about: AuditObject }

/** Every action of the audit log, phrased to follow a name: 'Robin Lee' 'opened a photo'. */
export const auditActions = {
  'submission.revealed': { does: 'revealed a number', about: 'submission' },
  'submission.decided': { does: 'decided an order', about: 'submission' },
  'submission.undone': { does: 'undid a decision', about: 'submission' },
  'submission.noted': { does: 'wrote a note', about: 'submission' },
  'submission.taken-over': { does: 'took over an order', about: 'submission' },
  'submission.approved': { does: 'approved a payout', about: 'submission' },
  'submissions.exported': { does: 'exported submissions', about: 'none' },
  'payout.begun': { does: 'began to pay a payout by hand', about: 'none' },
  'payout.sending': { does: 'sent a payout by a provider', about: 'none' },
  'payout.sent': { does: 'marked a payout as sent', about: 'none' },
  'payout.given-back': { does: 'gave a payout back unpaid', about: 'none' },
  'payout.held': { does: 'held a payout', about: 'none' },
  'payout.lifted': { does: 'lifted the hold of a payout', about: 'none' },
  'payout.released': { does: 'released a payout', about: 'none' },
  'payout.canceled': { does: 'canceled a payout', about: 'none' },
  'payout.returned': { does: 'recorded an unpaid payout', about: 'none' },
  'payout.debt-closed': { does: 'closed the debt of a payout', about: 'none' },
  'payout.cancel-asked': { does: 'asked PayPal to cancel a payout', about: 'none' },
  'payout.fee-corrected': { does: 'corrected the fee of a payout', about: 'none' },
  'payout.reference-corrected': { does: 'corrected the reference of a payout', about: 'none' },
  'payout.settled-by-hand': { does: 'recorded what became of a payout', about: 'none' },
  'webhook.refused': { does: 'sent a webhook that was refused', about: 'none' },
  'file.viewed': { does: 'opened a photo', about: 'file' },
  'file.damaged': { does: 'tried to open a damaged file', about: 'file' },
  'chat.replied': { does: 'replied to a customer', about: 'chat' },
  'chat.assigned': { does: 'assigned a conversation', about: 'chat' },
  'chat.closed': { does: 'closed a conversation', about: 'chat' },
  'chat.reopened': { does: 'reopened a conversation', about: 'chat' },
  'answer.saved': { does: 'changed a saved answer', about: 'none' },
  'answer.removed': { does: 'removed a saved answer', about: 'none' },
  'rates.published': { does: 'published rates', about: 'none' },
  'rates.exported': { does: 'exported rates', about: 'none' },
  'policy.changed': { does: 'changed the rules', about: 'none' },
  'report.read': { does: 'viewed the insider report', about: 'none' },
  'report.exported': { does: 'exported the insider report', about: 'none' },
  'ledger.exported': { does: 'exported the ledger', about: 'none' },
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
  'keys.rotated': { does: 'created a data key', about: 'none' },
  'keys.retired': { does: 'retired a data key', about: 'none' },
  'data.cleared': { does: 'cleared all data', about: 'none' },
  'data.restored': { does: 'restored a backup', about: 'none' },
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
} as const satisfies Record<string, AuditMessages>

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
