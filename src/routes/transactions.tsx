import { createFileRoute } from '@tanstack/react-router'
import { TransactionsPage } from '#client/features/transactions/transactions-page.tsx'
import { site } from '#shared/site.ts'

export const Route = createFileRoute('/transactions')({
  head: () => ({ meta: [{ title: `Transaction History | ${site.brandName}` }] }),
  component: TransactionsPage,
})
