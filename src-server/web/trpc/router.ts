import { accountRouter } from './routers/account.ts'
import { adminRouter } from './routers/admin.ts'
import { analyticsRouter } from './routers/analytics.ts'
import { appealsRouter, requestsRouter } from './routers/cases.ts'
import { chatRouter } from './routers/chat.ts'
import { exchangeRouter } from './routers/exchange.ts'
import { inventoryRouter } from './routers/inventory.ts'
import { lotsRouter } from './routers/lots.ts'
import { payoutsRouter } from './routers/payouts.ts'
import { figuresRouter, siteRouter } from './routers/site.ts'
import { statementsRouter } from './routers/statements.ts'
import { transactionsRouter } from './routers/transactions.ts'
import { waitingActsRouter } from './routers/waiting-acts.ts'
import { router } from './trpc.ts'

/** Every procedure, for tRPC over HTTP and WebSocket and for the REST calls of `procedure-routes.ts`. */
export const appRouter = router({
  account: accountRouter,
  exchange: exchangeRouter,
  figures: figuresRouter,
  transactions: transactionsRouter,
  requests: requestsRouter,
  appeals: appealsRouter,
  site: siteRouter,
  chat: chatRouter,
  admin: adminRouter,
  analytics: analyticsRouter,
  payouts: payoutsRouter,
  inventory: inventoryRouter,
  lots: lotsRouter,
  statements: statementsRouter,
  waitingActs: waitingActsRouter,
})
export type AppRouter = typeof appRouter
