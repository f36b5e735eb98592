import { Link } from '@tanstack/react-router'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { buttonClass } from '#client/ui/button.tsx'
import { ListPage } from '#client/ui/list-page.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { AppealView } from './appeal-view.tsx'
import { useAppeals } from './overdue-appeals.tsx'

type AppealsTabProps = { page: number | undefined; onPage: (page: number, replace?: boolean) => void }

/** The appeals that wait for an answer, the earliest due first. */
export function AppealsTab({ page, onPage }: AppealsTabProps) {
  const { mayReview, mayPay } = useStaffPermissions()
  if (!mayReview && !mayPay) return <StateMessage title="You can't answer appeals">Ask an owner.</StateMessage>
  return (
    <section aria-labelledby="appeals" className="stack gap-3">
      <div className="cluster baseline spread gap-3">
        <h2 id="appeals">Appeals</h2>
        <Link to="/admin" search={{}} className={buttonClass('quiet', 'small')}>
          All submissions
        </Link>
      </div>
      <Appeals page={page} onPage={onPage} />
    </section>
  )
}

function Appeals({ page, onPage }: AppealsTabProps) {
  return (
    <ListPage
      query={useAppeals(page)}
      what="appeals"
      headingLevel={3}
      onPage={onPage}
      empty={
        <StateMessage title="No appeal waits for an answer." headingLevel={3}>
          Sellers appeal a rejection or a claw back on the page of their order.
        </StateMessage>
      }
    >
      {(appeals) => (
        <div>
          {appeals.map((appeal) => (
            <AppealView key={appeal.id} appeal={appeal} />
          ))}
        </div>
      )}
    </ListPage>
  )
}
