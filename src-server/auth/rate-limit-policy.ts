import type { RateLimitName } from '../rate-limits/rate-limit-config.ts'

/**
 * Whom a limit counts for. 'network' is an IPv4 address or an IPv6 /64; 'stranger' is one too, but of a browser that
 * has not been signed in with the account before. 'claimed' is the account a stranger wants to be let into, whether it
 * exists or not, and 'browser' a browser that is known to it. 'address' is the e-mail address that was typed, 'password'
 * a customer whose call carries their current password, 'site' all. 'person' is whoever is signed in, 'photos' the
 * reviewer to whom photos of an order are shown.
 */
export type LimitSubject =
  | 'network'
  | 'stranger'
  | 'claimed'
  | 'browser'
  | 'address'
  | 'password'
  | 'customer'
  | 'staff'
  | 'person'
  | 'photos'
  | 'site'
export type LimitUse = { limit: RateLimitName; per: LimitSubject }

const free: readonly LimitUse[] = []
const use = (limit: RateLimitName, per: LimitSubject): LimitUse => ({ limit, per })
const submitting = [use('submitNetwork', 'network'), use('submitCustomer', 'customer')]
const passwordAgain = [use('passwordCheck', 'customer')]
const staffPasswordAgain = [use('passwordCheck', 'staff')]
const codeAgain = [use('secondFactor', 'staff')]
const profile = [use('profileChanges', 'customer')]
const access = [use('accessChanges', 'staff')]
const conversation = [use('conversationReads', 'person')]

/**
 * How every procedure that changes something, and each that reads much, is limited, in the order it is counted; 'free' is a decision as well: what
 * is cheap, a person's own work, or held back elsewhere. A test fails for a mutation that is missing. Scripts with an
 * API token count for the customer or the maker of their token.
 */
export const procedureLimits: Readonly<Record<string, readonly LimitUse[]>> = {
  'account.signUp': [use('signUpNetwork', 'network')],
  'account.signIn': [
    use('signInNetwork', 'stranger'),
    use('signInAccount', 'claimed'),
    use('signInBrowser', 'browser'),
  ],
  'account.signOut': free,
  // Another address needs the password, and so is a guess of it.
  'account.saveProfile': [...profile, use('passwordCheck', 'password')],
  'account.addPaymentMethod': profile,
  'account.removePaymentMethod': profile,
  'account.changePassword': passwordAgain,
  'account.endSession': free,
  'account.endOtherSessions': free,
  'account.deleteAccount': passwordAgain,
  // Known or not, an address is answered alike here too.
  'account.requestPasswordReset': [use('resetNetwork', 'network'), use('resetAddress', 'address')],
  'account.checkResetLink': free,
  'account.resetPassword': [use('resetLinkNetwork', 'network')],
  'exchange.quote': [use('quoteNetwork', 'network')],
  'exchange.submit': submitting,
  'exchange.removeUpload': free,
  'chat.messages': conversation,
  'chat.send': [use('chatMessages', 'customer')],
  'chat.seen': free,
  'chat.typing': free,
  'admin.session.signIn': [
    use('staffSignInNetwork', 'stranger'),
    use('staffSignInName', 'claimed'),
    use('staffSignInBrowser', 'browser'),
  ],
  'admin.session.signInWithCode': [use('secondFactor', 'claimed'), use('secondFactor', 'browser')],
  'admin.session.signOut': free,
  'admin.me.changePassword': staffPasswordAgain,
  'admin.me.startSecondFactor': free,
  'admin.me.confirmSecondFactor': codeAgain,
  'admin.me.removeSecondFactor': [...staffPasswordAgain, ...codeAgain],
  'admin.me.renewRecoveryCodes': codeAgain,
  'admin.me.endSession': free,
  'admin.me.endOtherSessions': free,
  'admin.submissions.setStatus': free,
  'admin.review.setStatuses': free,
  'admin.review.undoStatus': free,
  'admin.review.takeOver': free,
  'admin.review.addNote': free,
  'admin.submissions.reveal': [use('reveals', 'staff')],
  'admin.chat.thread': conversation,
  'admin.chat.reply': free,
  'admin.chat.seen': free,
  'admin.chat.typing': free,
  'admin.chat.assign': free,
  'admin.chat.setStatus': free,
  'admin.chat.saveCannedResponse': free,
  'admin.chat.removeCannedResponse': free,
  'admin.staff.add': access,
  'admin.staff.update': access,
  'admin.staff.setActive': access,
  'admin.staff.reset': access,
  'admin.tokens.create': access,
  'admin.tokens.revoke': free,
  'admin.users.setActive': free,
  'admin.data.clearAll': [use('clearAll', 'site')],
}

/** The same for routes that are no thin adapters over a procedure, downloads included. */
export const routeLimits: Readonly<Record<string, readonly LimitUse[]>> = {
  'POST /api/uploads': [use('uploadBytes', 'customer')],
  'POST /api/submit': [...submitting, use('uploadBytes', 'customer')],
  'POST /api/admin/chat/reply': free,
  'POST /api/visits': free,
  'GET /api/files/:id': [use('photoOrders', 'photos')],
  'GET /api/admin/submissions.csv': [use('exports', 'staff')],
}
