import type { Person } from './test-app.ts'
import type { World } from './world.ts'

/** The input of a call. `nowhere` is the same for an unknown id, whose error must equal that for another's id. */
type Subject = {
  input?: unknown
  nowhere?: unknown
  /** The customer who makes the call in place of the given one, because it deletes them. */
  by?: Person
}
/** @param who makes the call, which succeeds if they have the permission */
type Make = (world: World, who: Person) => Subject | Promise<Subject>
/** `entries` are the actions that the call leaves in the audit log. */
export type MakeCall = Make & { entries?: string }

/** The call, which leaves these entries in the audit log, in their order. */
export const leaves = (entries: string, make: Make): MakeCall =>
  Object.assign((world: World, who: Person) => make(world, who), { entries })

/** The call, with more in its input. */
export const withMore =
  (make: MakeCall, more: object): MakeCall =>
  async (world, who) => {
    const { input, nowhere, ...rest } = await make(world, who)
    return { ...rest, input: { ...(input as object), ...more }, nowhere: { ...(nowhere as object), ...more } }
  }
