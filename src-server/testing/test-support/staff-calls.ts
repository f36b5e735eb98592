import { leaves, type MakeCall, withMore } from './procedure-call.ts'
import { NOWHERE } from './route-call.ts'
import { aStaffLink } from './staff-links.ts'

let count = 0
const victim: MakeCall = async ({ app }) => ({
  input: { id: (await app.colleague('support')).id },
  nowhere: { id: NOWHERE },
})

/** A valid call of each procedure about the accounts of staff. */
export const staffCalls: Readonly<Record<string, MakeCall>> = {
  'admin.staff.list': () => ({}),
  'admin.staff.add': leaves('staff.added', () => ({
    input: { name: 'Robin Vale', username: `robin${++count}`, role: 'reviewer' },
  })),
  'admin.staff.update': leaves('staff.changed', withMore(victim, { name: 'Robin', role: 'reviewer' })),
  'admin.staff.setActive': leaves('staff.disabled', withMore(victim, { isActive: false })),
  'admin.staff.reset': leaves('staff.reset', victim),
  'admin.staff.link': leaves('staff.linked', (world, who) => withMore(victim, { email: world.dana.email })(world, who)),
  'admin.staff.unlink': leaves('staff.unlinked', async (world, who) => {
    const subject = await victim(world, who)
    await aStaffLink(world.app, subject.input as { id: string }, world.dana)
    return withMore(() => subject, { customerId: world.dana.id })(world, who)
  }),
  'admin.staff.watch': () => ({}),
}
