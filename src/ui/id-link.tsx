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

/** The id of a lot, which leads to it. */
export function LotLink({ id }: { id: string }) {
  return (
    <Link to="/admin/inventory" search={{ show: 'lots', lot: id }} className="mono nowrap">
      {id}
    </Link>
  )
}

/** The id of an order, which leads to its card in the inventory. */
export function ItemLink({ id }: { id: string }) {
  return (
    <Link to="/admin/inventory" search={{ item: id }} className="mono nowrap">
      {id}
    </Link>
  )
}

/** The id of a payment file, which leads to it. */
export function PayoutFileLink({ id }: { id: string }) {
  return (
    <Link to="/admin/payouts" search={{ show: 'files', file: id }} className="mono nowrap">
      {id}
    </Link>
  )
}

/** The id of a line or an adjusting entry of a statement, which leads to the line. */
export function StatementLineLink({ id }: { id: string }) {
  return (
    <Link to="/admin/payouts" search={{ show: 'statements', search: id }} className="mono nowrap">
      {id}
    </Link>
  )
}

/** The id of an account for statements, which leads to it. */
export function StatementAccountLink({ id }: { id: string }) {
  return (
    <Link to="/admin/payouts" search={{ show: 'statements', bank: id }} className="mono nowrap">
      {id}
    </Link>
  )
}
