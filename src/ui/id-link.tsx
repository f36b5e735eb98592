import { Link } from '@tanstack/react-router'

/** The id of an order, which leads to it in the queue. */
export function OrderLink({ id }: { id: string }) {
  return (
    <Link to="/admin" search={{ search: id }} className="mono nowrap">
      {id}
    </Link>
  )
}

/** The id of a payout, which leads to it in the list of payouts. */
export function PayoutLink({ id }: { id: string }) {
  return (
    <Link to="/admin/payouts" search={{ search: id }} className="mono nowrap">
      {id}
    </Link>
  )
}
