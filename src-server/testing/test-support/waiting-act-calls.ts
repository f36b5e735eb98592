import { setControls } from './controls.ts'
import { leaves } from './procedure-call.ts'
import { NOWHERE } from './route-call.ts'
import { aLine } from './statement-calls.ts'
import type { Person } from './test-app.ts'
import type { World } from './world.ts'

/** An adjusting entry that waits for a second person, who `who` may be. */
async function anAct(world: World, who: Person) {
  await setControls(world.app, { secondPersonFrom: 1 })
  const maker = who === world.finance ? world.owner : world.finance
  const entry = { lines: [(await aLine(world)).line], kind: 'fee' as const, amount: -92, note: 'A check.' }
  const { waiting } = await maker.api.statements.adjust(entry)
  await setControls(world.app, { secondPersonFrom: null })
  return { input: { id: waiting?.id ?? '' }, nowhere: { id: NOWHERE } }
}

/** A valid call of each procedure about what waits for a second person. */
export const waitingActCalls = {
  'waitingActs.list': () => ({}),
  'waitingActs.release': leaves('statement.adjusted, act.released', anAct),
  'waitingActs.cancel': leaves('act.canceled', anAct),
}
