import { accountRouter } from './account.ts'
import { adminRouter } from './admin.ts'
import { analyticsRouter } from './analytics.ts'
import { chatRouter } from './chat.ts'
import { exchangeRouter } from './exchange.ts'
import { siteRouter } from './site.ts'
import { transactionsRouter } from './transactions.ts'
import { router } from './trpc.ts'

/** Everything that can be called, over HTTP, WebSocket and (through `rest.ts`) the documented paths. */
export const appRouter = router({
  account: accountRouter,
  exchange: exchangeRouter,
  transactions: transactionsRouter,
  site: siteRouter,
  chat: chatRouter,
  admin: adminRouter,
  analytics: analyticsRouter,
})
export type AppRouter = typeof appRouter
