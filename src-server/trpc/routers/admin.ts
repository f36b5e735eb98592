import { adminAuditRouter } from './audit.ts'
import { adminChatRouter } from './chat.ts'
import { adminClearRouter } from './data.ts'
import { adminReviewRouter } from './review.ts'
import { adminSelfRouter } from './me.ts'
import { adminSessionRouter } from './session.ts'
import { adminStaffRouter } from './staff.ts'
import { adminSubmissionsRouter } from './submissions.ts'
import { adminTokensRouter } from './tokens.ts'
import { adminUsersRouter } from './users.ts'
import { mergeRouters } from '../../trpc.ts'

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
