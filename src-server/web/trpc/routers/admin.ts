import { router } from '../trpc.ts'
import { auditRouter, insiderProcedures } from './admin/audit.ts'
import { adminRequestsRouter, appealProcedures, problemsRouter } from './admin/cases.ts'
import { chatRouter } from './admin/chat.ts'
import { dataRouter } from './admin/data.ts'
import { meRouter } from './admin/me.ts'
import { policiesRouter } from './admin/policies.ts'
import { ratesRouter } from './admin/rates.ts'
import { reportsRouter } from './admin/reports.ts'
import { reviewRouter } from './admin/review.ts'
import { sessionRouter } from './admin/session.ts'
import { setupRouter } from './admin/setup.ts'
import { adminSiteRouter } from './admin/site.ts'
import { staffRouter } from './admin/staff.ts'
import { submissionsRouter } from './admin/submissions.ts'
import { tokensRouter } from './admin/tokens.ts'
import { usersRouter } from './admin/users.ts'

export const adminRouter = router({
  audit: auditRouter,
  chat: chatRouter,
  data: dataRouter,
  me: meRouter,
  problems: problemsRouter,
  rates: ratesRouter,
  policies: policiesRouter,
  reports: reportsRouter,
  requests: adminRequestsRouter,
  review: reviewRouter,
  session: sessionRouter,
  setup: setupRouter,
  site: adminSiteRouter,
  staff: staffRouter,
  submissions: submissionsRouter,
  tokens: tokensRouter,
  users: usersRouter,
  ...appealProcedures,
  ...insiderProcedures,
})
