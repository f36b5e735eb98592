import { z } from 'zod'
import { staffProfile, staffSignInInput } from '#shared/account-schema.ts'
import { chatReplyInput, chatSendOutput } from '#shared/chat-schema.ts'
import {
  revealInput,
  revealOutput,
  setStatusInput,
  statusChange,
  submission,
  submissionListInput,
  submissionListOutput,
  submissionSignal,
} from '#shared/submission-schema.ts'
import { id } from '#shared/text-schema.ts'
import { getUser } from '../accounts/account-queries.ts'
import type { Staff } from '../accounts/sessions.ts'
import { signInStaff } from '../accounts/sign-in.ts'
import { replyToCustomer } from '../chat/reply-to-customer.ts'
import { listHistory, listSubmissions } from '../submissions/list-submissions.ts'
import { revealField } from '../submissions/reveal-field.ts'
import { setStatus } from '../submissions/set-status.ts'
import { closeSession, openSession } from './session.ts'
import { streamed } from './streamed.ts'
import { submissionSignals } from './submission-signals.ts'
import { publicProcedure, router, staffProcedure } from './trpc.ts'

export const adminRouter = router({
  signIn: publicProcedure
    .input(staffSignInInput)
    .output(staffProfile)
    .mutation(async ({ ctx, input }) => {
      const { id, expiresAt } = await openSession(ctx, 'staff', () => signInStaff(ctx.app, input, ctx.ip))
      const { name, username, role } = await getUser(ctx.app.db, id)
      return { id, name, username: username ?? '', role: role as Staff['role'], sessionEndsAt: expiresAt }
    }),

  signOut: publicProcedure.output(z.object({ ok: z.literal(true) })).mutation(async ({ ctx }) => {
    await closeSession(ctx, 'staff')
    return { ok: true }
  }),

  submissions: staffProcedure
    .input(submissionListInput)
    .output(submissionListOutput)
    .query(({ ctx, input }) => listSubmissions(ctx.app, input)),

  setStatus: staffProcedure
    .input(setStatusInput)
    .output(submission)
    .mutation(({ ctx, input }) => setStatus(ctx.app, ctx.staff, input)),

  /** A mutation, because looking leaves a trace in the audit log. */
  reveal: staffProcedure
    .input(revealInput)
    .output(revealOutput)
    .mutation(({ ctx, input }) => revealField(ctx.app, { id: ctx.staff.id, ip: ctx.ip }, input)),

  history: staffProcedure
    .input(z.object({ submissionId: id }))
    .output(z.array(statusChange))
    .query(({ ctx, input }) => listHistory(ctx.app, input.submissionId)),

  /** Tells staff which submission is new or has changed, at once. */
  watchSubmissions: staffProcedure
    .output(streamed(submissionSignal))
    .subscription(({ ctx, signal }) => submissionSignals(ctx.app, signal, () => true)),

  chatReply: staffProcedure
    .input(chatReplyInput)
    .output(chatSendOutput)
    .mutation(({ ctx, input }) => replyToCustomer(ctx.app, { id: ctx.staff.id, ip: ctx.ip }, input)),
})
