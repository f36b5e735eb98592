import type { AnyTRPCRouter } from '@trpc/server'
import type { TokenScope } from '#shared/api-token.ts'

/**
 * Who may call something. 'member' is a customer or staff; what each sees is the call's to say. 'staff' is every one of
 * them; 'reviewer' and 'support' are staff of that role and owners. 'newPassword' and 'enrolment' are staff, and those
 * of them who can do nothing else before it: replace a one-time password, set up a second factor that is required.
 */
export type Access =
  | 'anyone'
  | 'customer'
  | 'member'
  | 'staff'
  | 'reviewer'
  | 'support'
  | 'owner'
  | 'newPassword'
  | 'enrolment'

/** Every procedure with who may call it. A procedure that is missing here, or differs, keeps the server from starting. */
export const procedureAccess: Readonly<Record<string, Access>> = {
  'account.session': 'anyone',
  'account.signUp': 'anyone',
  'account.signIn': 'anyone',
  'account.signOut': 'anyone',
  'account.saveProfile': 'customer',
  'account.paymentMethods': 'customer',
  'account.addPaymentMethod': 'customer',
  'account.removePaymentMethod': 'customer',
  'account.changePassword': 'customer',
  'account.sessions': 'customer',
  'account.endSession': 'customer',
  'account.endOtherSessions': 'customer',
  'account.deleteAccount': 'customer',
  'account.requestPasswordReset': 'anyone',
  'account.checkResetLink': 'anyone',
  'account.resetPassword': 'anyone',
  'exchange.quote': 'anyone',
  'exchange.submit': 'customer',
  'exchange.removeUpload': 'customer',
  'transactions.list': 'member',
  'transactions.get': 'customer',
  'transactions.watch': 'customer',
  'site.config': 'anyone',
  'admin.session.signIn': 'anyone',
  'admin.session.signInWithCode': 'anyone',
  'admin.session.signOut': 'anyone',
  'admin.me.changePassword': 'newPassword',
  'admin.me.secondFactor': 'enrolment',
  'admin.me.startSecondFactor': 'enrolment',
  'admin.me.confirmSecondFactor': 'enrolment',
  'admin.me.removeSecondFactor': 'staff',
  'admin.me.renewRecoveryCodes': 'staff',
  'admin.me.sessions': 'staff',
  'admin.me.endSession': 'staff',
  'admin.me.endOtherSessions': 'staff',
  'admin.submissions.list': 'staff',
  'admin.submissions.setStatus': 'reviewer',
  'admin.submissions.reveal': 'reviewer',
  'admin.submissions.history': 'staff',
  'admin.submissions.watch': 'staff',
  'admin.review.get': 'staff',
  'admin.review.addNote': 'staff',
  'admin.review.watch': 'reviewer',
  'admin.review.takeOver': 'reviewer',
  'admin.review.watchPresence': 'staff',
  'admin.review.undoStatus': 'reviewer',
  'admin.review.setStatuses': 'reviewer',
  'admin.review.savedReasons': 'reviewer',
  'admin.chat.sessions': 'support',
  'admin.chat.total': 'support',
  'admin.chat.unread': 'support',
  'admin.chat.thread': 'support',
  'admin.chat.customer': 'support',
  'admin.chat.colleagues': 'support',
  'admin.chat.reply': 'support',
  'admin.staff.list': 'owner',
  'admin.chat.seen': 'support',
  'admin.chat.typing': 'support',
  'admin.chat.assign': 'support',
  'admin.chat.setStatus': 'support',
  'admin.chat.cannedResponses': 'support',
  'admin.chat.saveCannedResponse': 'support',
  'admin.chat.removeCannedResponse': 'support',
  'admin.chat.watchSessions': 'support',
  'admin.chat.watchThread': 'support',
  'admin.chat.watchState': 'support',
  'admin.staff.add': 'owner',
  'admin.staff.update': 'owner',
  'admin.staff.setActive': 'owner',
  'admin.staff.reset': 'owner',
  'admin.staff.watch': 'staff',
  'admin.audit.list': 'owner',
  'admin.audit.watch': 'owner',
  'admin.tokens.list': 'owner',
  'admin.tokens.create': 'owner',
  'admin.tokens.revoke': 'owner',
  'analytics.snapshot': 'staff',
  'analytics.trends': 'staff',
  'analytics.watch': 'staff',
  'admin.users.list': 'staff',
  'admin.users.directory': 'staff',
  'admin.users.totals': 'staff',
  'admin.users.get': 'staff',
  'admin.users.submissions': 'staff',
  'admin.users.conversations': 'support',
  'admin.users.setActive': 'support',
  'admin.users.watch': 'staff',
  'admin.data.clearSummary': 'owner',
  'admin.data.clearAll': 'owner',
  'chat.mySession': 'customer',
  'chat.messages': 'member',
  'chat.send': 'customer',
  'chat.seen': 'customer',
  'chat.typing': 'customer',
  'chat.watch': 'customer',
  'chat.watchState': 'customer',
  'chat.watchUnseen': 'customer',
}

/** Every route outside tRPC with who may call it, under the same rule. */
export const routeAccess: Readonly<Record<string, Access>> = {
  'GET /api/health': 'anyone',
  'GET /api/ready': 'anyone',
  'GET /api/tags': 'anyone',
  'POST /api/visits': 'anyone',
  'POST /api/quote': 'anyone',
  'POST /api/submit': 'customer',
  'POST /api/uploads': 'customer',
  'DELETE /api/uploads/:id': 'customer',
  'GET /api/files/:id': 'member',
  'GET /api/user/transactions': 'member',
  'GET /api/user/payment-methods': 'customer',
  'GET /api/user/transactions/:id': 'customer',
  'POST /api/auth/sign-up': 'anyone',
  'POST /api/auth/sign-in': 'anyone',
  'POST /api/auth/sign-out': 'anyone',
  'POST /api/admin/login': 'anyone',
  'POST /api/admin/logout': 'anyone',
  'GET /api/admin/submissions': 'staff',
  'GET /api/admin/analytics': 'staff',
  'GET /api/admin/submissions.csv': 'reviewer',
  'POST /api/admin/submissions/:id/reveal': 'reviewer',
  'GET /api/admin/submissions/:id/history': 'staff',
  'PATCH /api/submissions/:id/status': 'reviewer',
  'GET /api/admin/users': 'staff',
  'PATCH /api/admin/users/:id': 'support',
  'DELETE /api/admin/clear-all-data': 'owner',
  'POST /api/chat/send': 'customer',
  'GET /api/chat/messages/:sessionId': 'member',
  'GET /api/admin/chat/sessions': 'support',
  'POST /api/admin/chat/reply': 'support',
  'GET /api/openapi.json': 'anyone',
  'GET /api/docs': 'anyone',
}

/**
 * The scopes that let an API token call a route; one of them is enough, and the route's access holds for the token's
 * maker, or with 'orders' for its customer, all the same. None is needed where the list is empty; a route that is
 * missing here takes no token.
 */
export const routeScopes: Readonly<Record<string, readonly TokenScope[]>> = {
  'GET /api/health': [],
  'GET /api/ready': [],
  'POST /api/visits': [],
  'GET /api/openapi.json': [],
  'GET /api/docs': [],
  'POST /api/quote': [],
  'POST /api/auth/sign-up': [],
  'POST /api/auth/sign-in': [],
  'POST /api/auth/sign-out': [],
  'POST /api/admin/login': [],
  'POST /api/admin/logout': [],
  'POST /api/submit': ['orders'],
  'POST /api/uploads': ['orders'],
  'DELETE /api/uploads/:id': ['orders'],
  'GET /api/files/:id': ['submissions:reveal', 'orders'],
  'GET /api/user/transactions': ['submissions:read', 'orders'],
  'GET /api/user/payment-methods': ['orders'],
  'GET /api/user/transactions/:id': ['orders'],
  'GET /api/admin/submissions': ['submissions:read'],
  'GET /api/admin/submissions.csv': ['submissions:read'],
  'POST /api/admin/submissions/:id/reveal': ['submissions:reveal'],
  'GET /api/admin/submissions/:id/history': ['submissions:read'],
  'PATCH /api/submissions/:id/status': ['submissions:write'],
  'POST /api/chat/send': ['orders'],
  'GET /api/chat/messages/:sessionId': ['chat', 'orders'],
  'POST /api/admin/chat/reply': ['chat'],
  'GET /api/admin/chat/sessions': ['chat'],
  'GET /api/admin/analytics': ['analytics'],
  'GET /api/admin/users': ['users'],
  'PATCH /api/admin/users/:id': ['users:write'],
  'DELETE /api/admin/clear-all-data': ['admin'],
}

/** @throws when a procedure's own access is not what the table says, or either lacks the other's. */
export function assertProcedureAccess(router: AnyTRPCRouter): void {
  const procedures = router._def.procedures as Record<string, { _def: { meta?: { access?: Access } } }>
  for (const path of new Set([...Object.keys(procedures), ...Object.keys(procedureAccess)])) {
    const declared = procedures[path]?._def.meta?.access
    if (declared === undefined || declared !== procedureAccess[path])
      throw new Error(`access.ts says '${procedureAccess[path]}' for ${path}, the procedure says '${declared}'.`)
  }
}

/** @throws when a route is registered that the table does not know. */
export function assertRouteAccess(method: string, url: string): void {
  if (method === 'HEAD' || method === 'OPTIONS') return
  if (!(`${method} ${url}` in routeAccess)) throw new Error(`access.ts does not say who may call ${method} ${url}.`)
}
