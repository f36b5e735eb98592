import { useState } from 'react'
import { formatDateTime } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Stats } from '#client/ui/stats.tsx'
import { formatDollars } from '#shared/money.ts'
import { userMessages } from '#shared/registered-user.ts'
import type { UserDetail } from '#shared/registered-user-schema.ts'
import { ActiveDialog } from './active-dialog.tsx'
import styles from './user-page.module.css'
import { ActiveTag } from './user-table.tsx'

/** Name, state and facts of one customer, with the button that disables or enables the account. */
export function UserHead({ user, mayDisable }: { user: UserDetail; mayDisable: boolean }) {
  const [isAsking, setIsAsking] = useState(false)
  const figures = [
    { label: 'Trades', value: user.tradeCount },
    { label: 'Waiting for a decision', value: user.openOrders },
    { label: 'Value of all trades', value: formatDollars(user.totalTradeValue) },
    { label: 'Paid out', value: formatDollars(user.totalPayoutAmount), isMoney: true },
  ]
  return (
    <>
      <header className={styles.head}>
        <h2>{user.name}</h2>
        <ActiveTag isActive={user.isActive} />
        <Button
          variant="secondary"
          size="small"
          disabledReason={mayDisable ? undefined : 'Only support and owners disable accounts'}
          onClick={() => setIsAsking(true)}
        >
          {user.isActive ? 'Disable Account' : 'Enable Account'}
        </Button>
      </header>
      <Stats figures={figures} narrow="pairs" />
      <dl className={styles.facts}>
        {factsOf(user).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isAsking && <ActiveDialog user={user} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function factsOf(user: UserDetail): [string, string][] {
  const browsers = user.activeSessions === 1 ? '1 browser' : `${user.activeSessions} browsers`
  const facts: [string, string][] = [
    ['Email', user.email],
    ['Phone', user.phone || userMessages.noPhone],
    ['Registered', formatDateTime(user.createdAt)],
    ['Last login', user.lastLoginAt ? formatDateTime(user.lastLoginAt) : userMessages.never],
    ['Signed in', user.activeSessions === 0 ? 'Nowhere' : `In ${browsers}`],
    ['Completed orders', String(user.completedOrders)],
  ]
  if (user.disabledAt) facts.push(['Disabled', formatDateTime(user.disabledAt)])
  return facts
}
