import { businessInput, businessReport, lossInput, lossReport } from '#shared/report-schema.ts'
import { business, losses } from '../../../../reports/ledger-report.ts'
import { financeProcedure, router } from '../../trpc.ts'

export const reportsRouter = router({
  business: financeProcedure
    .rest('/api/admin/reports/business', 'What was bought, paid, earned and lost in a range of months', {
      description:
        'By the day (UTC) on which the ledger recorded it, so that a past month does not change. Amounts are dollars. `from` and `to` are inclusive; without them the last 12 months. 400 for a reversed range, or one of more than 120 months.',
      example: { by: 'brand', from: '2026-01', to: '2026-12' },
    })
    .reads(businessReport, business.read, businessInput.prefault({})),

  losses: financeProcedure
    .rest('/api/admin/reports/losses', 'How much of what was bought is lost, by the month of approval', {
      description:
        'Of the cards that were approved in these months, what became of them until now. `lossRate` is the cost that was written off or charged back, divided by the cost bought; `outcomeShare` is the share of the cost that was sold, redeemed or written off. Amounts are dollars. By seller only those with a loss, at most 100.',
      example: { by: 'seller', from: '2026-01', to: '2026-12' },
    })
    .reads(lossReport, losses.read, lossInput.prefault({})),
})
