import { router } from '../trpc.ts'
import { auditRouter } from './admin/audit.ts'
import { chatRouter } from './admin/chat.ts'
import { dataRouter } from './admin/data.ts'
import { insiderProcedures } from './admin/insider-report.ts'
import { meRouter } from './admin/me.ts'
import { policiesRouter } from './admin/policies.ts'
import { ratesRouter } from './admin/rates.ts'
import { reviewRouter } from './admin/review.ts'
import { sessionRouter } from './admin/session.ts'
import { staffRouter } from './admin/staff.ts'
import { submissionsRouter } from './admin/submissions.ts'
import { tokensRouter } from './admin/tokens.ts'
import { usersRouter } from './admin/users.ts'

/** The procedures for staff. */
export const adminRouter = router({
  audit: auditRouter,
  chat: chatRouter,
  data: dataRouter,
  me: meRouter,
  rates: ratesRouter,
  policies: policiesRouter,
  review: reviewRouter,
  session: sessionRouter,
  staff: staffRouter,
  submissions: submissionsRouter,
  tokens: tokensRouter,
  users: usersRouter,
  ...insiderProcedures,
})
