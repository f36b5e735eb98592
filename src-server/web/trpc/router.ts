import { accountRouter } from './routers/account.ts'
import { adminRouter } from './routers/admin.ts'
import { analyticsRouter } from './routers/analytics.ts'
import { chatRouter } from './routers/chat.ts'
import { exchangeRouter } from './routers/exchange.ts'
import { payoutsRouter } from './routers/payouts.ts'
import { siteRouter } from './routers/site.ts'
import { transactionsRouter } from './routers/transactions.ts'
import { router } from './trpc.ts'

/** Every procedure, for tRPC over HTTP and WebSocket and for the REST calls of `procedure-routes.ts`. */
export const appRouter = router({
  account: accountRouter,
  exchange: exchangeRouter,
  transactions: transactionsRouter,
  site: siteRouter,
  chat: chatRouter,
  admin: adminRouter,
  analytics: analyticsRouter,
  payouts: payoutsRouter,
})
export type AppRouter = typeof appRouter
