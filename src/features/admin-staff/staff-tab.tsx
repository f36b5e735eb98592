import { useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { useLive } from '#client/lib/use-live-query.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import type { StaffMember } from '#shared/staff-role.ts'
import { AddStaffDialog } from './add-staff-dialog.tsx'
import styles from './staff.module.css'
import { StaffDialog } from './staff-dialog.tsx'
import { StaffTable } from './staff-table.tsx'

const POLL_MS = 30_000

/** Who works here, for owners. Changes of others are pushed; `selfId` is who looks. */
export function StaffTab({ selfId }: { selfId: string }) {
  const live = useLive()
  const { data, isPending, refetch } = trpc.admin.staff.list.useQuery(undefined, {
    // Pages without this list did not hear of changes.
    staleTime: 0,
    refetchInterval: live ? false : POLL_MS,
    refetchIntervalInBackground: false,
  })
  const [isAdding, setIsAdding] = useState(false)
  const [changed, setChanged] = useState<StaffMember>()

  return (
    <>
      <div className={styles.head}>
        <div>
          <h2 className={styles.title}>Staff</h2>
          <p className={styles.lead}>
            Owners do everything. Reviewers see photos and numbers and decide. Support talks with customers.
          </p>
        </div>
        <Button size="small" onClick={() => setIsAdding(true)}>
          Add Staff
        </Button>
      </div>
      {isPending && <Skeleton lines={4} height="3rem" label="Loading staff..." />}
      {!isPending && !data && (
        <StateMessage
          title="The staff could not be loaded"
          headingLevel={3}
          action={
            <Button variant="secondary" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          Nothing was changed.
        </StateMessage>
      )}
      {data && <StaffTable staff={data} selfId={selfId} onChange={setChanged} />}
      {isAdding && <AddStaffDialog onClose={() => setIsAdding(false)} />}
      {changed && (
        <StaffDialog key={changed.id} member={changed} selfId={selfId} onClose={() => setChanged(undefined)} />
      )}
    </>
  )
}
