import { z } from 'zod'
import { staffProfile, staffSignInInput } from '#shared/account-schema.ts'
import { getUser } from '../accounts/account-queries.ts'
import type { Staff } from '../accounts/sessions.ts'
import { signInStaff } from '../accounts/sign-in.ts'
import { closeSession, openSession } from './session.ts'
import { publicProcedure, router } from './trpc.ts'

/** The way in to the staff area, and out of it. */
export const adminSessionRouter = router({
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
})
