import { balancesOutput, ledgerInput, ledgerOutput } from '#shared/payout-schema.ts'
import { float } from '#shared/reconciliation-schema.ts'
import { getFloat } from '../../../payouts/get-float.ts'
import { listBalanceSums, listLedger } from '../../../payouts/list-payouts.ts'
import { reading } from '../resolvers.ts'
import { financeProcedure } from '../trpc.ts'

export const ledgerProcedures = {
  ledger: financeProcedure
    .rest('/api/admin/ledger', 'A page of the ledger, newest first', {
      example: { page: 1, limit: 25, account: 'cards' },
    })
    .input(ledgerInput.prefault({}))
    .output(ledgerOutput)
    .query(reading(listLedger)),

  balances: financeProcedure
    .rest('/api/admin/ledger/balances', 'The balance of each account', {
      description: 'What came in minus what went out. What is owed to all customers is the account `payable`.',
    })
    .output(balancesOutput)
    .query(reading(listBalanceSums)),

  float: financeProcedure
    .rest('/api/admin/payouts/float', "PayPal's balance beside what it has to pay", {
      description:
        'The balance is kept for 5 minutes, and absent when PayPal does not say it. Without a PayPal app the answer is empty.',
    })
    .output(float)
    .query(reading(getFloat)),
}
