import type { RestCall } from '../http/rest-call.ts'
import type { LimitUse } from './rate-limit-policy.ts'

/**
 * Who may make a call. 'member' is a customer or staff; the call decides what each of them sees. 'staff' is staff of
 * any role; 'reviewer', 'support' and 'finance' are staff of that role and owners. 'newPassword' and 'enrolment' are
 * staff, and also restricted staff who first have to replace a one-time password or set up a required second factor.
 */
export type Access =
  | 'anyone'
  | 'customer'
  | 'member'
  | 'staff'
  | 'reviewer'
  | 'support'
  | 'finance'
  | 'reviewerOrFinance'
  | 'owner'
  | 'newPassword'
  | 'enrolment'

/** Which sign-in a call makes. 'staff-code' is the second step, where a ticket stands for the account. */
export type SignInKind = 'customer' | 'staff' | 'staff-code'

/** The policy of a call: what its procedure's `meta` or its row in the route table declares. */
export type CallPolicy = {
  access?: Access
  /** Rate limits, in the order they are counted. A mutation without any is made by a base such as `ownerChange`. */
  limits?: readonly LimitUse[]
  /** Set on sign-in calls: their failed attempts count for the account that the input names. */
  signIn?: SignInKind
  /** The response can be a megabyte, so a batch takes only a few of these. */
  isLargeRead?: true
  /** Served even while the server sheds load. */
  isUrgent?: true
  rest?: RestCall
}
