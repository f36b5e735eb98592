import { adminAuditRouter } from './admin-audit.ts'
import { adminChatRouter } from './admin-chat.ts'
import { adminClearRouter } from './admin-clear.ts'
import { adminReviewRouter } from './admin-review.ts'
import { adminSelfRouter } from './admin-self.ts'
import { adminSessionRouter } from './admin-session.ts'
import { adminStaffRouter } from './admin-staff.ts'
import { adminSubmissionsRouter } from './admin-submissions.ts'
import { adminTokensRouter } from './admin-tokens.ts'
import { adminUsersRouter } from './admin-users.ts'
import { mergeRouters } from './trpc.ts'

/** Everything staff do, cut by what it is about. */
export const adminRouter = mergeRouters(
  adminAuditRouter,
  adminChatRouter,
  adminClearRouter,
  adminReviewRouter,
  adminSelfRouter,
  adminSessionRouter,
  adminStaffRouter,
  adminSubmissionsRouter,
  adminTokensRouter,
  adminUsersRouter,
)
