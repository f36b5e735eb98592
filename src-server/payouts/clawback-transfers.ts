import type { RepaymentAccount } from '#shared/problem.ts'
import type { OrderProblemTable } from '../platform/db/problem-tables.ts'
import { accounts, cashOf, payableTo, receivableFrom } from './ledger/accounts.ts'
import type { Transfer } from './ledger/post-transfers.ts'

type Cause = { problem: Pick<OrderProblemTable, 'submission_id' | 'user_id'>; id: string; cents: number; by: string }

/** The seller owes what was lost, as far as it is clawed back; `losses` keeps what is not repaid. */
export function clawbackTransfer(cause: Cause): Transfer {
  return entry('clawback', receivableFrom(cause.problem.user_id), accounts.losses, cause)
}

export function repaymentTransfer(cause: Cause, account: RepaymentAccount): Transfer {
  return entry('repayment', cashOf(account), receivableFrom(cause.problem.user_id), cause)
}

/** A payout was used for it: its money left to an account that the debt empties. */
export function setOffTransfer(cause: Cause): Transfer {
  return entry('set-off', cashOf('set-off'), receivableFrom(cause.problem.user_id), cause)
}

/** The payout of the card came back, so that its debt is set against it. */
export function returnSetOffTransfer(cause: Cause): Transfer {
  const { user_id } = cause.problem
  return entry('set-off', payableTo(user_id), receivableFrom(user_id), cause)
}

/** What came back beyond the debt reduces the loss. */
export function returnedRestTransfer(cause: Cause): Transfer {
  return entry('approval-reversal', payableTo(cause.problem.user_id), accounts.losses, cause)
}

/** The rest is not asked for any more. */
export function waiverTransfer(cause: Cause): Transfer {
  return entry('waiver', accounts.losses, receivableFrom(cause.problem.user_id), cause)
}

/** What the seller had repaid is sent back, as nothing was owed: it is a loss of the site. */
export function repaidReturnTransfer(cause: Cause, account: RepaymentAccount): Transfer {
  return entry('waiver', accounts.losses, cashOf(account), cause)
}

function entry(
  kind: 'clawback' | 'repayment' | 'set-off' | 'waiver' | 'approval-reversal',
  debit: string,
  credit: string,
  { problem, id, cents, by }: Cause,
): Transfer {
  const about = { submission_id: problem.submission_id, payout_id: null, made_by: by }
  return { kind, debit, credit, amount_cents: cents, key: `${kind}:${id}`, ...about }
}
